import { useEffect, useRef, useState } from 'react';

/** Returns a ref for a form. Whenever `tries` rises, the first invalid field in it gets the focus. */
export function useWrongField(tries: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    const target = invalid?.matches('fieldset') ? invalid.querySelector<HTMLElement>('input') : invalid;
    target?.focus();
  }, [tries]);
  return form;
}

/** `useWrongField` with a counter: `tried` is to be called after each refused try. */
export function useTriedForm() {
  const [tries, setTries] = useState(0);
  return { form: useWrongField(tries), tried: () => setTries((count) => count + 1) };
}
