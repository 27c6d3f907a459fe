/*
 * Adds to a page what needs a script: a search over all pages, copies of code, and requests of the reference that can be
 * edited and sent to this deployment. The page is whole without it.
 */

const SHOWN = 12;

function addCopies() {
  for (const block of document.querySelectorAll('main pre')) {
    const code = block.querySelector('code');
    const bar = document.createElement('div');
    bar.className = 'code-bar';
    if (code?.classList.contains('language-http')) bar.append(makeSender(block, code));
    bar.append(
      makeButton('Copy', async (button) => {
        await navigator.clipboard.writeText(code?.textContent ?? block.textContent);
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 2_000);
      }),
    );
    block.before(bar);
  }
}

function makeButton(name, press) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = name;
  button.addEventListener('click', () => press(button));
  return button;
}

/** Makes the text of a request editable, with a button that sends it and shows the answer below. */
function makeSender(block, code) {
  code.contentEditable = 'plaintext-only';
  code.spellcheck = false;
  code.setAttribute('role', 'textbox');
  code.setAttribute('aria-multiline', 'true');
  code.setAttribute('aria-label', 'Request, to edit and send');
  const answer = document.createElement('pre');
  answer.tabIndex = 0;
  answer.hidden = true;
  answer.setAttribute('role', 'status');
  block.after(answer);
  return makeButton('Send', async () => {
    answer.hidden = false;
    answer.textContent = 'Sent, waiting for the answer';
    answer.textContent = await sendMessage(code.innerText).catch((fault) => String(fault));
  });
}

/** Sends a request that is written as an HTTP message, and returns the answer as text. */
async function sendMessage(text) {
  const [head = '', ...rest] = text.trim().split(/\n\s*\n/);
  const [line = '', ...fields] = head.split('\n');
  const [method = 'GET', path = ''] = line.trim().split(/\s+/);
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin)
    return 'The path must begin with one slash: requests go to this deployment only.';
  const headers = Object.fromEntries(fields.map((field) => field.split(/:\s*(.*)/s).slice(0, 2)));
  const body = rest.length === 0 ? undefined : rest.join('\n\n');
  const answer = await fetch(url, { method, headers, body });
  const content = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return `${answer.status}\n\n${isJson ? JSON.stringify(JSON.parse(content), null, 2) : content}`;
}

/** Shows the search; library and index are loaded with the first letter. */
function addSearch() {
  const search = document.querySelector('search');
  const [input, said, list] = ['input', 'p', 'ol'].map((name) => search.querySelector(name));
  const { library, index, root } = search.dataset;
  let loading;
  const load = async () => {
    const [{ default: MiniSearch }, answer] = await Promise.all([
      import(new URL(library, location.href).href),
      fetch(index),
    ]);
    const kept = await answer.json();
    return MiniSearch.loadJS(kept.index, kept.options);
  };
  search.hidden = false;
  input.addEventListener('input', async () => {
    loading ??= load();
    const asked = input.value;
    const places = await loading;
    if (asked !== input.value) return;
    const found = places.search(asked, {
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boost: { title: 4, heading: 2 },
    });
    list.replaceChildren(...found.slice(0, SHOWN).map((place) => makeItem(place, root)));
    said.textContent =
      asked === '' ? '' : found.length === 0 ? 'No page has these words' : `${found.length} places`;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.closest('input, [contenteditable]')) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === 'Escape') {
      input.value = '';
      list.replaceChildren();
      said.textContent = '';
    }
  });
}

function makeItem({ id, title, heading }, root) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${root}${id}`;
  link.textContent = heading === '' ? title : `${title}: ${heading}`;
  item.append(link);
  return item;
}

addCopies();
addSearch();
