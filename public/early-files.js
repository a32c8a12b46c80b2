// Keeps the files that are dropped or chosen before the code that opens them has loaded, see
// src/features/submit/import/drop-anywhere.tsx. The browser would replace the page by a dropped file, and the prerendered page is
// inert: its file input can neither be clicked nor report what it holds.
(() => {
  const early = [];
  let take = (files) => early.push(files);
  const drawn = () => document.querySelector('#root > [inert]');

  const onDrag = (event) => {
    if (event.dataTransfer && event.dataTransfer.types.includes('Files')) event.preventDefault();
  };
  const onDrop = (event) => {
    if (event.defaultPrevented || !event.dataTransfer || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    // Both lists are empty after the event.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    take({ files: [...event.dataTransfer.files], entries });
  };
  const takeFrom = (input) => {
    if (input.files && input.files.length > 0) take({ files: [...input.files], entries: [] });
    input.value = '';
  };
  const onChange = (event) => {
    if (event.target.type === 'file' && event.target.closest('#root > [inert]')) takeFrom(event.target);
  };
  const onClick = ({ clientX, clientY }) => {
    const picture = drawn();
    const button = picture && picture.querySelector('[data-chooses-files]');
    const input = picture && picture.querySelector('input[type=file]');
    if (!button || !input) return;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) return;
    // The app may have replaced the input by the time the user has chosen.
    const chooser = document.createElement('input');
    Object.assign(chooser, { type: 'file', multiple: input.multiple, accept: input.accept });
    chooser.addEventListener('change', () => takeFrom(chooser));
    chooser.click();
  };

  addEventListener('dragover', onDrag);
  addEventListener('drop', onDrop);
  document.addEventListener('change', onChange, true);
  document.addEventListener('click', onClick);
  addEventListener(
    'flowdeck:take-files',
    (event) => {
      removeEventListener('dragover', onDrag);
      removeEventListener('drop', onDrop);
      document.removeEventListener('change', onChange, true);
      document.removeEventListener('click', onClick);
      take = event.detail;
      early.splice(0).forEach(take);
    },
    { once: true },
  );
})();
