const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HIGH, TOP, EDGE] = [480, 64, 6, 12]; // of the picture: bars of one class are this high

const drawn = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const made = (name, text, attributes = {}) =>
  Object.assign(document.createElement(name), { textContent: text, ...attributes });

const minus = points => String(points).replace("-", "\u2212");

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".live");
  root.tell = setTriggerValue;
  if (root.dataset.key === data.key) return; // what was moved stays moved
  root.dataset.key = data.key;
  const part = name => root.querySelector("." + name);
  const slider = root.querySelector("#cut");
  const [yes, no] = data.colours;
  let points = [...data.points], cut = data.cut;

  // A document of its own runs no script; the form has no text that is not escaped.
  const form = new DOMParser().parseFromString(data.form, "text/html").querySelector(".fill-in");
  part("form").replaceChildren(form);
  part("terms").replaceChildren();
  const lines = data.terms.map((words, place) => {
    let line = form.querySelector(`[data-alone="${place}"]`);
    if (line) {
      line.querySelector("label").lastChild.textContent = " " + words;
    } else {
      line = made("div", "");
      line.append(made("span", words));
      part("terms").append(line);
    }
    line.classList.add("line");
    const without = made("small", "");
    const field = made("input", "", { type: "number", min: -data.most, max: data.most, step: 1 });
    field.setAttribute("aria-label", "Points of: " + words);
    field.oninput = () => {
      const typed = field.valueAsNumber;
      if (!Number.isInteger(typed) || Math.abs(typed) > data.most) return;
      points[place] = typed;
      show();
    };
    line.append(without, field);
    return { line, field, without };
  });

  const errors = (points, cut) => {
    const counts = { found: 0, missed: 0, alarms: 0, n: 0 };
    for (const [held, ofClass, others] of data.rows) {
      const says = held.reduce((sum, place) => sum + points[place], 0) > cut;
      counts[says ? "found" : "missed"] += ofClass;
      if (says) counts.alarms += others;
      counts.n += ofClass + others;
    }
    return counts;
  };

  const picture = () => {
    const at = new Map();
    for (const [held, ofClass, others] of data.rows) {
      const total = held.reduce((sum, place) => sum + points[place], 0);
      const counts = at.get(total) ?? [0, 0];
      at.set(total, [counts[0] + ofClass, counts[1] + others]);
    }
    const [low, high] = [Math.min(...at.keys(), cut + 1), Math.max(...at.keys(), cut)];
    const each = (WIDTH - 2 * EDGE) / (high - low + 1);
    const x = total => EDGE + each * (total - low + 0.5);
    const sizes = [0, 1].map(side => Math.max(1, [...at.values()].reduce((n, c) => n + c[side], 0)));
    const most = Math.max(...[...at.values()].flatMap(c => c.map((n, side) => n / sizes[side])));
    const middle = TOP + HIGH, height = TOP + 2 * HIGH + 22;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" });
    const defs = drawn("defs", {});
    for (const [side, colour] of [yes, no].entries()) {
      const pattern = drawn("pattern", {
        id: "wrong" + side, width: 5, height: 5, patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)",
      });
      pattern.append(drawn("rect", { width: 2, height: 5, fill: colour }));
      defs.append(pattern);
    }
    svg.append(defs);
    for (const [total, counts] of at) {
      for (const side of [0, 1]) {
        const share = counts[side] / sizes[side] / most, wide = Math.min(28, each * 0.8);
        const tall = counts[side] && Math.max(3, HIGH * share);
        const wrong = (total > cut) === (side === 1);
        svg.append(drawn("rect", {
          x: x(total) - wide / 2, width: wide, height: tall, y: side ? middle : middle - tall,
          fill: wrong ? `url(#wrong${side})` : [yes, no][side], stroke: [yes, no][side],
        }));
      }
    }
    svg.append(drawn("line", { x1: 0, x2: WIDTH, y1: middle, y2: middle, stroke: "currentColor" }));
    const apart = Math.ceil(34 / each);
    for (const total of [...at.keys()].sort((a, b) => a - b)) {
      if ((total - low) % apart) continue;
      const label = drawn("text", { x: x(total), y: height - 4, "text-anchor": "middle" });
      label.textContent = minus(total);
      svg.append(label);
    }
    part("drawn").querySelector("svg")?.remove();
    part("drawn").prepend(svg);
    Object.assign(slider, { min: low - 1, max: high });
    slider.value = cut;
    for (const [name, value] of Object.entries({
      left: x(low - 0.5), right: x(high + 0.5), top: 0, bottom: middle + HIGH,
      at: x(cut + 0.5), width: WIDTH, height,
    })) part("drawn").style.setProperty("--" + name, value);
  };

  const show = () => {
    const isNew = points.some((own, place) => own !== data.points[place]);
    const counts = errors(points, cut);
    const [miss, alarm] = data.costs;
    const told = {
      flagged: counts.found + counts.alarms, found: counts.found, missed: counts.missed,
      cost: +(100 * (miss * counts.missed + alarm * counts.alarms) / counts.n).toFixed(1),
    };
    for (const [name, value] of Object.entries(told)) part(name).textContent = value;
    const enough = `${minus(cut + 1)} point${Math.abs(cut + 1) === 1 ? "" : "s"} or more`;
    part("told").textContent = enough;
    slider.setAttribute("aria-valuetext", enough);
    for (const [place, line] of lines.entries()) {
      const less = errors(points.map((own, other) => other === place ? 0 : own), cut);
      line.without.textContent = `without it ${less.missed} missed, ${less.alarms} false`;
      if (line.field.valueAsNumber !== points[place]) line.field.value = points[place];
      line.field.className = points[place] > 0 ? "for" : "against";
    }
    form.classList.toggle("changed", isNew); // the chance of other points is not known here
    form.dataset.points = points.join(" ");
    form.dataset.cut = cut;
    form.dispatchEvent(new Event("change"));
    part("keep").disabled = part("back").disabled = !isNew && cut === data.cut;
    picture();
  };

  part("of").textContent = data.of;
  part("for").textContent = "above: " + data.sides[0];
  part("against").textContent = "below: " + data.sides[1];
  slider.oninput = () => {
    cut = slider.valueAsNumber;
    show();
  };
  part("keep").onclick = () => root.tell("card", { points, cut });
  part("back").onclick = () => {
    [points, cut] = [[...data.points], data.cut];
    show();
  };
  fillIn(form);
  form.addEventListener("change", () => {
    const held = new Set(form.dataset.held.split(" ").filter(Boolean).map(Number));
    for (const [place, { line }] of lines.entries()) line.classList.toggle("held", held.has(place));
  });
  show();
}
