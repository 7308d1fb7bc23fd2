import { useEffect, useRef, useState } from 'react';

/** Returns a ref for a form. Whenever `tries` rises, the first invalid field in it gets the focus. */
export function useInvalidFieldFocus(tries: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    const target = invalid?.matches('fieldset') ? invalid.querySelector<HTMLElement>('input') : invalid;
    target?.focus();
  }, [tries]);
  return form;
}

/** `useInvalidFieldFocus` with a counter: `tried` is to be called after each refused try. */
export function useFocusInvalidField() {
  const [tries, setTries] = useState(0);
  return { form: useInvalidFieldFocus(tries), focusInvalid: () => setTries((count) => count + 1) };
}
