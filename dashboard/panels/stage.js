const SVG = "http://www.w3.org/2000/svg";
const TALL = { swarm: 240, share: 42, column: 17, axis: 17 }; // pixels
const [FIRST, BEHIND] = [10, 44]; // pixels of a strip: the first generation, and its scale
const GOLDEN = 0.6180339887498949; // dots of one length are spread evenly by its multiples
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 20000];

const drawn = (name, attributes, title) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (title) element.append(Object.assign(drawn("title", {}), { textContent: title }));
  return element;
};
const written = (x, y, text, anchor = "start") =>
  Object.assign(drawn("text", { x, y, "text-anchor": anchor }), { textContent: text });
const made = (tag, name, text = "") =>
  Object.assign(document.createElement(tag), { className: name, textContent: text });
const share = value => value === null ? "–" : `${value.toFixed(1)} %`;

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".stage");
  if (root.role) return; // Streamlit calls again: what is looked at stays
  const part = name => root.querySelector(name);
  const { generations, colours } = data;
  const last = generations.length - 1, end = Math.max(1, generations[last].number);
  const button = part(".play"), slider = part("input");
  let now = last, playing = 0;

  // Weights are told as shares of the bound.
  const weights = generations.flatMap(one => one.swarm.map(([, weight]) => weight));
  const lowest = Math.min(0, ...weights), highest = 1 + 0.14 * (1 - lowest);
  const longest = Math.max(...generations.flatMap(one => one.swarm.map(([length]) => length)));

  const swarm = one => {
    const place = part(".swarm"), wide = place.clientWidth, bottom = TALL.swarm - 20;
    const x = length => 8 + (wide - 16) * length / (longest + 1);
    const y = weight => bottom - 6 - (bottom - 6) * (weight - lowest) / (highest - lowest);
    const svg = drawn("svg", { width: wide, height: TALL.swarm });
    svg.append(drawn("line", { x1: 0, x2: wide, y1: bottom, y2: bottom, class: "axis" }));
    const ceiling = y(1);
    svg.append(drawn("line", { x1: 0, x2: wide, y1: ceiling, y2: ceiling, class: "ceiling" }));
    svg.append(written(wide, ceiling - 6, data.ceiling, "end"));
    for (const [i, [length, weight]] of one.swarm.entries())
      svg.append(drawn("circle", {
        cx: x(length + 0.7 * (i * GOLDEN % 1 - 0.5)), cy: y(weight), r: 3,
        fill: colours.others, opacity: 0.55,
      }, `weighs ${(weight * data.bound).toPrecision(4)}, ${length} conditions`));
    svg.append(drawn("circle", {
      cx: x(one.length), cy: y(one.weight), r: 7, fill: colours.rule,
    }, one.head));
    const step = STEPS.find(step => longest <= 5 * step);
    for (let length = step; length <= longest; length += step)
      svg.append(written(x(length), TALL.swarm - 5, length, "middle"));
    svg.append(written(0, TALL.swarm - 5, "conditions"));
    svg.append(written(0, 12, "↑ weight"));
    place.setAttribute("aria-label", `${one.head}. ${one.swarm.length} rules are drawn by their ` +
      `conditions and weights. ${data.ceiling}.`);
    place.replaceChildren(svg);
  };

  const rule = one => {
    const newest = Math.max(0, ...one.rule.map(([, born]) => born));
    const lines = one.rule.map(([clause, born]) => {
      const line = made("li", born && born === newest ? "new" : "", data.clauses[clause]);
      line.title = data.clauses[clause];
      if (line.className) line.append(made("small", "", ` new in ${born.toLocaleString("en")}`));
      return line;
    });
    if (one.more) lines.push(made("li", "more", `and ${one.more} more`));
    part(".rule").replaceChildren(...lines);
  };

  const strips = so_far => {
    const one = so_far.at(-1), place = part(".strips");
    const strip = (label, height, draw) => {
      const line = made("div", "strip");
      const side = made("div", "side");
      side.append(...label);
      const canvas = made("div", "canvas");
      line.append(side, canvas);
      place.append(line);
      const wide = canvas.clientWidth;
      const svg = drawn("svg", { width: wide, height, "aria-hidden": "true" });
      draw(svg, number => FIRST + (wide - FIRST - BEHIND) * number / end, wide);
      canvas.append(svg);
    };
    place.replaceChildren();
    for (const name of ["fidelity", "accuracy"]) {
      const [train, test] = one[name], low = data.low[name], top = TALL.share - 6;
      const label = [made("span", "", name), made("b", "", share(test ?? train)),
        made("small", "", test === null ? "on training rows" : `training ${share(train)}`)];
      strip(label, TALL.share, (svg, x, wide) => {
        const y = value => top - (top - 8) * (value - low) / (100 - low);
        for (const edge of [low, 100]) {
          svg.append(drawn("line", { x1: 0, x2: wide - BEHIND + 4, y1: y(edge), y2: y(edge), class: "faint" }));
          svg.append(written(wide, y(edge) + 4, `${edge} %`, "end"));
        }
        for (const [part, told] of ["training rows", "unseen rows"].entries()) {
          const points = so_far.filter(own => own[name][part] !== null)
            .map(own => [x(own.number), y(own[name][part])]);
          if (!points.length) continue;
          svg.append(drawn("polyline", {
            points: points.join(" "), stroke: colours[name], fill: "none",
            ...(part ? { "stroke-width": 2.5 } : { "stroke-dasharray": "2 3", "stroke-width": 1.5 }),
          }, `${name} on ${told}`));
          const [cx, cy] = points.at(-1);
          if (part || test === null) svg.append(drawn("circle", { cx, cy, r: 3.5, fill: colours[name] }));
        }
      });
    }
    for (const [i, column] of data.columns.entries()) {
      const name = made("span", "", column);
      name.title = column;
      strip([name, made("b", "", share(100 * one.relevance[i]))], TALL.column, (svg, x) => {
        for (const [k, own] of so_far.entries()) {
          const left = k ? x(so_far[k - 1].number) : 0;
          svg.append(drawn("rect", {
            x: left, width: Math.max(1, x(own.number) - left - 1), y: 1, height: TALL.column - 2,
            fill: colours.rule, opacity: 0.06 + 0.94 * own.relevance[i] / data.relevant,
          }, `${share(100 * own.relevance[i])} of verdicts change, generation ${own.number}`));
        }
      });
    }
    const head = place.children[2]; // the first column
    if (head) head.before(made("p", "", "relevance: verdicts that change when a column is drawn anew"));
    strip([made("span", "", "generation")], TALL.axis, (svg, x) => {
      const step = STEPS.find(step => end <= 6 * step);
      for (let number = 0; number <= end; number += step)
        svg.append(written(x(number), 13, number.toLocaleString("en"), "middle"));
    });
  };

  const show = () => {
    const one = generations[now];
    part(".head").textContent = one.head;
    slider.value = now;
    slider.setAttribute("aria-valuetext", one.head);
    button.textContent = playing ? "⏸ Pause" : "▶ Play";
    swarm(one);
    rule(one);
    strips(generations.slice(0, now + 1));
  };
  const pause = () => {
    clearInterval(playing);
    playing = 0;
  };
  const turn = () => {
    if (!root.isConnected) return pause();
    now += 1;
    if (now === last) pause();
    show();
  };
  button.onclick = () => {
    if (playing) pause();
    else if (last) {
      if (now === last) now = 0;
      playing = setInterval(turn, data.each);
    }
    show();
  };
  slider.max = last;
  slider.oninput = () => {
    pause();
    now = slider.valueAsNumber;
    show();
  };
  root.role = "group";
  root.ariaLabel = data.told;
  new ResizeObserver(show).observe(root);
}
