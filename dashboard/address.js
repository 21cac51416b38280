/* Back leads to what was seen before in one step. Streamlit makes a step of a page's path, another
   of its query, and another whenever that says more of the same run. */
if (!window.oneStep) {
  window.oneStep = true;
  const push = history.pushState;
  history.pushState = function (state, title, url) {
    const to = new URL(url, location), run = new URLSearchParams(location.search).get("run");
    const same = to.pathname === location.pathname && (!run || to.search.includes(run));
    return (same ? history.replaceState : push).call(history, state, title, url);
  };
}
