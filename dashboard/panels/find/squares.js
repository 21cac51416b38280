/* The squares are drawn with the answer, before any script has come; here a click opens the rows of
   their line. What is opened is scrolled to. */
export default function ({ data, setTriggerValue }) {
  const answer = document.querySelector(".st-key-answer");
  if (!answer) return; // the page was left while this script came
  const open = event => {
    const line = event.target.closest(".part");
    if (line) setTriggerValue("line", Number(line.dataset.number));
    return line;
  };
  answer.onclick = open;
  answer.onkeydown = event => {
    if ([" ", "Enter"].includes(event.key) && open(event)) event.preventDefault();
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (data.opened) document.querySelector(".st-key-opened")
    ?.scrollIntoView({ behavior: still ? "instant" : "smooth" });
}
