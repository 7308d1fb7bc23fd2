import { type DragEvent, useRef, useState } from 'react';
import { PHOTO_TYPES } from '#contract/photos';

/** Whether something that is dragged over the page is a file. */
const carriesFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** The ways a picture comes in: the device's own picker, which offers its camera, and dropping a file. */
export function usePicker(onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => file && onFile(file);
  return {
    isOver,
    pick: () => input.current?.click(),
    /** Invisible; stands wherever the picker is used. */
    field: (
      <input
        ref={input}
        type="file"
        className="vh"
        accept={PHOTO_TYPES.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file chosen again is a choice, too.
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
        take(event.dataTransfer.files[0]);
      },
    },
  };
}
