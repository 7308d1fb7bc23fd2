import { useEffect, useRef, useState } from 'react';
import { uploadPhoto } from '#contract/photos';
import type { Image } from '#contract/profile';
import { CallError } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { firstPart, isSharp, type Part, pixelsOf } from './crop.ts';
import { closePicture, cutPicture, openPicture, type Picture, type WhyNot } from './local-picture.ts';
import { withPhoto } from './profile-photos.ts';
import { showOwn } from './update-own-profile.ts';

export type Failure = WhyNot | 'full' | CallError;

/** What the server found wrong with a file that looked good here. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) return 'unreadable';
  if (error.fields.file === 'not_allowed') return 'full';
  if (error.code === 'too_large') return 'large';
  return error.code === 'unsupported_type' || error.fields.file ? 'unreadable' : error;
}

/** One picture from its choice to its upload: a failure keeps it, so that another try needs no other choice. */
export function useChoice() {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [part, setPart] = useState<Part | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const open = useRef<Picture | null>(null);

  const show = (next: Picture | null) => {
    if (open.current) closePicture(open.current);
    open.current = next;
    setPicture(next);
    setPart(next && firstPart(next));
  };

  useEffect(
    () => () => {
      sending.current?.abort();
      if (open.current) closePicture(open.current);
      open.current = null;
    },
    [],
  );

  const choose = async (file: File | undefined): Promise<void> => {
    if (!file || sending.current) return;
    const opened = await openPicture(file);
    setFailure(typeof opened === 'string' ? opened : null);
    if (typeof opened !== 'string') show(opened);
  };

  /** Small parts of a picture have too few pixels to be a photo: the frame stays as it was. */
  const crop = (next: Part) => {
    if (picture && isSharp(pixelsOf(next, picture))) setPart(next);
  };

  const send = async (): Promise<Image | null> => {
    if (!picture || !part || sending.current) return null;
    const controller = new AbortController();
    sending.current = controller;
    setFailure(null);
    setProgress(0);
    try {
      const file = await cutPicture(picture, part);
      const { image } = await upload(uploadPhoto, file, { onProgress: setProgress, signal: controller.signal });
      showOwn((profile) => withPhoto(profile, image));
      show(null);
      return image;
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureOf(error));
      return null;
    } finally {
      sending.current = null;
      setProgress(null);
    }
  };

  return { picture, part, failure, progress, choose, crop, send, drop: () => show(null), cancel: () => sending.current?.abort() };
}

export type Choice = ReturnType<typeof useChoice>;
