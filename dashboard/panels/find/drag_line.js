/* The line is the thumb of a slider that lies over the picture: keys and screen readers know it. */
const KEYS = {
  ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1,
  PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity,
};
const WAIT = 150; // milliseconds without a movement until the page is told

export default function ({ parentElement, data, setStateValue }) {
  const part = name => parentElement.querySelector(name);
  const [line, drawn] = [part("input"), part(".drawn")];
  const { across, told, ends: [left, right, top, bottom] } = data;
  const last = across.length - 1;

  const show = place => {
    line.dataset.place = place;
    line.value = across[place];
    line.setAttribute("aria-valuetext", told[place]);
    part(".told").textContent = told[place];
    drawn.style.setProperty("--at", across[place]);
  };
  const choose = place => {
    show(place);
    clearTimeout(line.waiting);
    line.waiting = setTimeout(() => setStateValue("place", place), WAIT);
  };

  part(".label").textContent = data.label;
  if (drawn.shown !== data.drawn) {
    // A document of its own runs no script; the picture has no text that is not escaped.
    const picture = new DOMParser().parseFromString(data.drawn, "text/html").querySelector("svg");
    drawn.querySelector("svg")?.remove();
    drawn.prepend(picture);
    const height = picture.viewBox.baseVal.height;
    for (const [name, value] of Object.entries({
      left, right, top, bottom, height, width: data.width,
    })) drawn.style.setProperty("--" + name, value);
    drawn.shown = data.drawn;
  }
  [line.min, line.max] = [left, right];
  if (line.dataset.place === undefined) show(data.chosen);

  line.oninput = () => {
    const from = place => Math.abs(across[place] - line.valueAsNumber);
    choose([...across.keys()].reduce((best, place) => from(place) < from(best) ? place : best));
  };
  line.onkeydown = event => {
    const step = KEYS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(Math.min(last, Math.max(0, Number(line.dataset.place) + step)));
  };
}
