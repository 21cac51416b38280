/* A large map whose slider moves the rows from one kernel to the next, small maps as its stops.
   All maps are drawn in units of WIDE × HIGH; what is 1 across or up stands EDGE from the edge. */
const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, EDGE] = [640, 440, 22];
const REACH = 60; // from the pointer to a row that it lights
const GLIDE = 400; // milliseconds from stop to stop
const DOT = 4.6;
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

const drawn = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const made = (tag, name, text = "") =>
  Object.assign(document.createElement(tag), { className: name, textContent: text });
const round = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const diamond = (x, y, r) => `M${x} ${y - r}l${r} ${r} ${-r} ${r} ${-r} ${-r}z`;
const ground = () => [
  drawn("rect", { class: "no", width: WIDE / 2, height: HIGH }),
  drawn("rect", { class: "yes", x: WIDE / 2, width: WIDE / 2, height: HIGH }),
  drawn("path", { class: "cut", d: `M${WIDE / 2} 0V${HIGH}` }),
];

export default function ({ parentElement, data, setStateValue }) {
  const root = parentElement.querySelector(".kernels");
  root.tell = setStateValue;
  if (root.dataset.key === data.key) return; // Streamlit calls again, and nothing has come
  root.dataset.key = data.key;
  const part = name => root.querySelector(`.${name}`);
  const { kernels, yes, rows, cells, classes } = data;
  const judged = kernels.filter(one => one.across);
  const now = root.now ??= {}; // where a person has set the slider, and the row that is lit
  const had_focus = root.getRootNode().activeElement?.classList.contains("row");
  let at = Math.min(now.at ?? data.at, judged.length - 1);

  const isWrong = (kernel, i) => (kernel.across[i] > 0) !== Boolean(yes[i]);
  const onMap = (across, up) =>
    [WIDE / 2 + (WIDE / 2 - EDGE) * across, HIGH / 2 - (HIGH / 2 - EDGE) * up];
  const place = (kernel, i) => onMap(kernel.across[i], kernel.up[i]);
  const between = i => {
    const a = Math.floor(at), share = at - a, [from, to] = [judged[a], judged[a + 1] ?? judged[a]];
    const mean = name => from[name][i] + share * (to[name][i] - from[name][i]);
    return onMap(mean("across"), mean("up"));
  };
  const nearest = (event, where) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = WIDE * (event.clientX - box.left) / box.width;
    const y = HIGH * (event.clientY - box.top) / box.height;
    let best = null, least = REACH;
    for (const i of rows.keys()) {
      const [u, v] = where(i), far = Math.hypot(u - x, v - y);
      if (far < least) [best, least] = [i, far];
    }
    return best;
  };
  const lightsBy = (element, where) => {
    element.onpointermove = element.onpointerdown = event => {
      const row = nearest(event, where);
      if (row !== null) light(now.row = row);
    };
  };
  const called = i => `${rows[i]}, ${classes[yes[i] ? 0 : 1]}`;

  // The large map: each row can be focused, one by Tab and the others by arrows.
  const large = part("large"), slider = part("slider");
  const tails = ["no", "yes"].map(name => drawn("path", { class: `tail ${name}` }));
  const marks = rows.map((_, i) => {
    const mark = drawn("g", { class: `row ${yes[i] ? "yes" : "no"}`, role: "img", tabindex: -1 });
    mark.setAttribute("aria-label", called(i));
    mark.append(
      drawn("circle", { class: "point", r: 11 }),
      drawn("circle", { class: "wrong", r: 8.5 }),
      drawn("path", { class: "dot", d: yes[i] ? round(0, 0, DOT) : diamond(0, 0, DOT * 1.2) }),
    );
    mark.onfocus = () => light(now.row = i);
    return mark;
  });
  large.replaceChildren(...ground(), ...tails, ...marks);
  lightsBy(large, between);
  large.onkeydown = event => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const across = [...rows.keys()].sort((i, j) => between(i)[0] - between(j)[0] || i - j);
    marks[across[across.indexOf(lit) + step] ?? lit].focus();
  };

  // The small maps.
  const small = kernels.map((kernel, k) => {
    const stop = made("button", "stop"), head = made("span", "head");
    const figure = made("span", kernel.wrong ? "figure bad" : "figure", kernel.figure);
    head.append(made("b", "", kernel.name), made("span", "reads", kernel.reads), figure);
    head.title = `${kernel.name}: ${kernel.reads}`;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" });
    const lights = [0, 1, 2, 3].map(i => drawn("circle", { class: i ? "alike" : "point" }));
    stop.append(head, svg);
    stop.disabled = !kernel.across;
    stop.onclick = () => glide(k);
    if (kernel.across) lightsBy(svg, i => place(kernel, i));
    return { kernel, stop, svg, lights };
  });
  part("stops").replaceChildren(...small.map(one => one.stop));
  part("stops").classList.toggle("many", kernels.length > 4);
  const drawSmall = ({ kernel, svg, lights }) => {
    if (!kernel.across) return svg.replaceChildren(...ground());
    const unit = WIDE / (svg.clientWidth || WIDE), path = [["no", ""], ["yes", ""], ["wrong", ""]];
    for (const i of rows.keys()) {
      const [x, y] = place(kernel, i);
      path[yes[i]][1] += yes[i] ? round(x, y, 2.6 * unit) : diamond(x, y, 3.2 * unit);
      if (isWrong(kernel, i)) path[2][1] += round(x, y, 5 * unit);
    }
    svg.replaceChildren(...ground(), ...path.map(([name, d]) => drawn("path", { class: name, d })), ...lights);
    lights.forEach((ring, i) => ring.setAttribute("r", (i ? 6.5 : 8) * unit));
  };

  // What is lit: a row, and those most alike to it by the kernel that is nearest to the slider.
  let lit = 0, nearby = 0;
  const light = row => {
    const kernel = judged[nearby], shown = [row, ...kernel.alike[row]];
    lit = row;
    marks.forEach((mark, i) => {
      mark.classList.toggle("lit", i === row);
      mark.classList.toggle("like", i !== row && shown.includes(i));
      mark.setAttribute("tabindex", i === row ? 0 : -1);
    });
    const verdict = isWrong(kernel, row) ? "wrong" : "right";
    marks[row].setAttribute("aria-label", `${called(row)}, ${verdict} by ${kernel.name}`);
    for (const one of small) one.kernel.across && one.lights.forEach((ring, i) => {
      const [cx, cy] = shown[i] === undefined ? [-99, -99] : place(one.kernel, shown[i]);
      ring.setAttribute("cx", cx);
      ring.setAttribute("cy", cy);
    });
    const lines = shown.map((i, n) => {
      const line = made("tr", n ? "" : "this");
      line.append(made("td", "", n ? `${kernel.similarity[row][n - 1]} %` : rows[i]));
      for (const column of cells)
        line.append(made("td", column[i] === column[row] ? "" : "other", column[i]));
      line.append(made("td", yes[i] ? "yes" : "no", data.values[yes[i] ? 0 : 1]));
      return line;
    });
    const head = made("tr", "");
    head.append(...[`alike in ${kernel.name}`, ...data.columns, data.target].map(text =>
      Object.assign(made("th", "", text), { scope: "col" })));
    part("near").replaceChildren(head, ...lines);
  };

  const show = () => {
    const before = judged[Math.max(0, Math.ceil(at) - 1)], paths = ["", ""];
    const unit = Math.sqrt(Math.max(1, WIDE / (large.clientWidth || WIDE)));
    marks.forEach((mark, i) => {
      const [x, y] = between(i), [u, v] = place(before, i), far = Math.hypot(x - u, y - v);
      mark.setAttribute("transform", `translate(${x} ${y}) scale(${unit})`);
      mark.classList.toggle("error", (x > WIDE / 2) !== Boolean(yes[i]));
      const [a, b] = [(y - v) * 3.5 / (far || 1), (u - x) * 3.5 / (far || 1)];
      if (far > 1) paths[yes[i]] += `M${u} ${v}L${x + a} ${y + b} ${x - a} ${y - b}z`;
    });
    tails.forEach((tail, i) => tail.setAttribute("d", paths[i]));
    nearby = Math.round(at);
    slider.value = at;
    slider.setAttribute("aria-valuetext", judged[nearby].name);
    slider.style.setProperty("--at", `${100 * at / Math.max(1, kernels.length - 1)}%`);
    const [from, to] = [judged[Math.floor(at)].name, judged[Math.ceil(at)].name];
    large.setAttribute("aria-label", from === to ? `The rows by ${from}`
      : `The rows on their way from ${from} to ${to}`);
    small.forEach(({ stop }, k) => {
      stop.setAttribute("aria-pressed", k === nearby);
      part("names").children[k].className = k === nearby ? "now" : "";
    });
    light(lit);
  };
  const move = to => {
    at = now.at = Math.max(0, Math.min(judged.length - 1, to));
    show();
  };
  const rest = () => root.tell("kernel", judged[nearby].name);
  const glide = to => {
    const from = at, began = performance.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const turn = time => {
      const share = still ? 1 : Math.min(1, Math.max(0, time - began) / GLIDE);
      move(from + share * (to - from));
      if (share < 1) requestAnimationFrame(turn);
      else rest();
    };
    turn(began);
  };
  slider.max = Math.max(1, kernels.length - 1);
  slider.parentElement.style.setProperty("--n", kernels.length);
  slider.oninput = () => move(slider.valueAsNumber);
  slider.onchange = rest;
  slider.onkeydown = event => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    move(step > 0 ? Math.floor(at) + 1 : Math.ceil(at) - 1);
    rest();
  };
  part("names").replaceChildren(...kernels.map(one => made("span", "", one.name)));
  for (const [i, name] of ["yes", "no"].entries()) {
    part(`key-${name}`).textContent = classes[i];
    part(`says-${name}`).textContent = i ? `← says ${data.values[1]}` : `says ${data.values[0]} →`;
  }

  // Kernels in lines, the best first.
  const [low, high] = data.span, left = auc => `${100 * (auc - low) / (high - low)}%`;
  const lines = data.ranked.map(({ names, note, figure, folds, means }) => {
    const line = made("div", "line"), name = made("span", "", ""), dots = made("span", "dots");
    name.append(made("b", "", names[0]), names.slice(1).map(one => ` · ${one}`).join(""));
    if (note) name.append(made("small", "", note));
    for (const [kind, aucs] of [["fold", folds], ["mean", means]])
      for (const auc of aucs) dots.append(Object.assign(made("i", kind), { style: `left: ${left(auc)}` }));
    line.append(name, dots, made("b", "figure", figure));
    return line;
  });
  lines[0]?.classList.add("best");
  const axis = made("div", "line axis"), ticks = made("span", "dots");
  for (const tick of data.ticks)
    ticks.append(Object.assign(made("small", "", `${tick} %`), { style: `left: ${left(tick)}` }));
  axis.append(made("span", ""), ticks, made("span", ""));
  part("ranked").replaceChildren(...lines, axis);

  const errors = i => judged.filter(kernel => isWrong(kernel, i)).length;
  lit = now.row ?? [...rows.keys()].reduce((most, i) => errors(i) > errors(most) ? i : most, 0);
  const draw = () => {
    small.forEach(drawSmall);
    show();
  };
  draw();
  root.watch?.disconnect();
  root.watch = new ResizeObserver(draw);
  root.watch.observe(root);
  if (had_focus) marks[lit].focus();
}
