"use strict";
const fillIn = form => {
  const numbers = text => text.split(" ").filter(Boolean).map(Number);
  const [slope, offset, least] = numbers(form.dataset.curve);
  const [spread, middle, usual, seldom, known, widest] = numbers(form.dataset.unsure);
  const part = name => form.querySelector("." + name);
  const show = () => {
    const points = numbers(form.dataset.points), cut = Number(form.dataset.cut);
    const held = new Set(points.keys());
    for (const question of form.querySelectorAll("[data-terms]")) {
      const chosen = question.querySelector("input:checked");
      const passes = new Set(chosen ? numbers(chosen.dataset.passes) : []);
      for (const term of numbers(question.dataset.terms)) {
        if (!passes.has(term)) held.delete(term);
      }
    }
    form.dataset.held = [...held].join(" ");
    const total = [...held].reduce((sum, term) => sum + points[term], 0);
    const curve = 1 / (1 + Math.exp(-(slope * total + offset)));
    const chance = least + (1 - 2 * least) * curve;
    const reach = Math.hypot(spread * (total - middle), usual);
    const at = side => 1 / (1 + Math.exp(-(slope * total + offset + side * reach)));
    const low = (1 - seldom) * at(-1), high = seldom + (1 - seldom) * at(1);
    const hardly = high - low >= widest ? "anything from " : "";
    part("total").textContent = String(total).replace("-", "\u2212");
    part("chance").textContent = high - low <= known
      ? (100 * chance).toFixed(1) + "\u00a0%"
      : hardly + Math.floor(100 * low) + " to " + Math.ceil(100 * high) + "\u00a0%";
    part("gauge").value = chance;
    part("yes").hidden = !(total > cut);
    part("no").hidden = total > cut;
    let seen = false;
    for (const band of form.querySelectorAll("[data-low]")) {
      band.hidden = total < Number(band.dataset.low) || total > Number(band.dataset.high);
      seen = seen || !band.hidden;
    }
    part("unseen").hidden = seen;
  };
  form.addEventListener("change", show);
  part("clear").addEventListener("click", () => {
    for (const input of form.querySelectorAll("input")) input.checked = false;
    show();
  });
  form.hidden = false;
  show();
};
