/* Every map has an order of its own; rows are counted as they stand in data.rows. */
export default function ({ parentElement, data }) {
  const part = name => parentElement.querySelector(name);
  const { maps, rows, classes, first, most } = data;
  const n = rows.length;
  const values = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const made = (tag, name, text) => Object.assign(document.createElement(tag), {
    className: name ?? "", textContent: text ?? "",
  });
  const mean = alike => alike.reduce((sum, value) => sum + value, 0) / alike.length;
  const linear = values(data.linear), usual = mean(linear);
  const drawn = maps.map(map => ({
    ...map, alike: values(map.values), at: map.order.reduce((at, row, i) => (at[row] = i, at), []),
  }));
  for (const one of drawn) one.mean = mean(one.alike);

  const mask = (order, shade) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: n, height: n });
    const image = new ImageData(n, n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++)
      image.data[4 * (i * n + j) + 3] = shade(order[i] * n + order[j]);
    canvas.getContext("2d").putImageData(image, 0, 0);
    return `url(${canvas.toDataURL()})`;
  };
  const paint = () => {
    const minus = part(".switch input").checked;
    // Each against its mean: most kernels find all rows less alike than the linear one does.
    const apart = (one, at) =>
      minus ? one.alike[at] - one.mean - linear[at] + usual : one.alike[at];
    // The scale of differences ends where hardly any is greater, as that of similarities does.
    const greatest = () => {
      const sizes = drawn.flatMap(one => [...one.alike.keys()].map(at => Math.abs(apart(one, at))));
      return Math.max(1, Float64Array.from(sizes).sort()[Math.floor(0.995 * (sizes.length - 1))]);
    };
    const end = minus ? greatest() : most;
    for (const one of drawn) {
      const shade = sign => at => Math.min(255, Math.max(0, sign * apart(one, at) * 255 / end));
      one.more.style.maskImage = mask(one.order, shade(1));
      one.less.style.maskImage = minus ? mask(one.order, shade(-1)) : "";
      one.less.hidden = !minus;
    }
    const told = (end / 255).toFixed(2).replace(/^0/, "");
    part(".least").textContent = minus ? `−${told}, less alike than by linear, against the mean` : "0";
    part(".most").textContent = minus ? `+${told}, more alike`
      : end < 255 ? `${told} and more` : "1";
    part(".scale").classList.toggle("minus", minus);
  };
  const light = pair => {
    const [one, other] = pair;
    for (const own of drawn) {
      own.lit.forEach((line, i) => {
        const at = own.at[pair[i % 2]], across = i < 2;
        line.hidden = at === undefined;
        line.style.cssText = across
          ? `left: 0; width: 100%; top: ${100 * at / n}%; height: max(1px, ${100 / n}%)`
          : `top: 0; height: 100%; left: ${100 * at / n}%; width: max(1px, ${100 / n}%)`;
      });
    }
    const by = own => `${(own.alike[one * n + other] / 255).toFixed(2)} by ${own.name}`;
    part("output").textContent = pair.length < 2 ? "Point at a cell to see its two rows, or move over a map with the arrow keys."
      : `${rows[one]}\n${rows[other]}\nAlike: ${drawn.map(by).join(", ")}`;
  };

  let kept = []; // two rows, until the next click or key
  const frame = drawn.map(own => {
    const figure = made("figure"), map = made("div", "map"), side = made("div", "classes");
    const edge = 100 * first / n;
    [[0, edge], [edge, 100 - edge]].forEach(([top, height], i) => {
      const name = made("span", "", classes[i]);
      name.style.cssText = `top: ${top}%; height: ${height}%`;
      side.append(name);
    });
    own.more = made("div", "more");
    own.less = made("div", "less");
    own.lit = [0, 1, 2, 3].map(i => made("div", i % 2 ? "lit second" : "lit"));
    const edges = [`top: ${edge}%; width: 100%; border-top-width: 1px`,
      `left: ${edge}%; height: 100%; border-left-width: 1px`].map(style => {
      const line = made("div", "edge");
      line.style.cssText = style;
      return line;
    });
    map.setAttribute("role", "img");
    map.setAttribute("aria-label", `Similarity of every two rows by ${own.name}, on average ${own.told}`);
    map.append(own.more, own.less, ...edges, ...own.lit);
    const cell = event => {
      const box = map.getBoundingClientRect();
      const place = share => own.order[Math.min(n - 1, Math.max(0, Math.floor(share * n)))];
      return [place((event.clientY - box.top) / box.height),
        place((event.clientX - box.left) / box.width)];
    };
    map.onpointermove = event => light(cell(event));
    map.onpointerleave = () => light(kept);
    map.onclick = event => light(kept = cell(event));
    map.tabIndex = 0;
    map.onkeydown = event => {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      const [one, other] = kept.length ? kept.map(row => own.at[row]) : [0, 0];
      kept = [one + step[0], other + step[1]].map(at => own.order[Math.min(n - 1, Math.max(0, at))]);
      light(kept);
    };
    figure.append(made("figcaption", "", own.name), side, map, made("p", "told", own.told));
    return figure;
  });
  part(".maps").replaceChildren(...frame);
  part(".switch input").onchange = paint;
  paint();
  light(kept);
}
