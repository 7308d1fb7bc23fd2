import { type DragEvent, useRef, useState } from 'react';
import { PHOTO_TYPES } from '#contract/photos';

/** Whether a drag over the page carries files. */
const carriesFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Choosing a picture by the browser's file picker, which offers the camera on phones, or by dropping a file on `dropZone`. */
export function usePicker(onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const takeFile = (file: File | undefined) => file && onFile(file);
  return {
    isOver,
    pick: () => input.current?.click(),
    /** The invisible file input. It has to be rendered for `pick` to work. */
    field: (
      <input
        ref={input}
        type="file"
        className="vh"
        accept={PHOTO_TYPES.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          takeFile(target.files?.[0]);
          // Otherwise choosing the same file again would not fire a change event.
          target.value = '';
        }}
      />
    ),
    dropZone: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!carriesFile(event)) return;
        event.preventDefault();
        takeFile(event.dataTransfer.files[0]);
      },
    },
  };
}
