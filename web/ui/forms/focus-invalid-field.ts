import { useEffect, useRef, useState } from 'react';

/** For a form's ref: after every try the first field that is wrong gets the focus. */
export function useWrongField(tries: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    (wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input') : wrong)?.focus();
  }, [tries]);
  return form;
}

/** The same for a form that does not count its tries otherwise. */
export function useTriedForm() {
  const [tries, setTries] = useState(0);
  return { form: useWrongField(tries), tried: () => setTries((count) => count + 1) };
}
