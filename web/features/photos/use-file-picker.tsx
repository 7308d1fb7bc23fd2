import { type DragEvent, useRef, useState } from 'react';
import { PHOTO_TYPES } from '#contract/photos';

/** Whether a drag over the page carries files. */
const hasDraggedFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Choosing a picture by the browser's file picker, which offers the camera on phones, or by dropping a file on `dropZone`. */
export function useFilePicker(onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setOver] = useState(false);
  const takeFile = (file: File | undefined) => file && onFile(file);
  return {
    isOver: isDraggedOver,
    openPicker: () => input.current?.click(),
    /** The invisible file input. It has to be rendered for `pick` to work. */
    fileInput: (
      <input
        ref={input}
        type="file"
        className="visually-hidden"
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
        if (!hasDraggedFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!hasDraggedFile(event)) return;
        event.preventDefault();
        takeFile(event.dataTransfer.files[0]);
      },
    },
  };
}
