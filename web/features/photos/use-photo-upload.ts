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

/** The failure to show for an error of cropping or uploading. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) return 'unreadable';
  if (error.fields.file === 'not_allowed') return 'full';
  if (error.code === 'too_large') return 'large';
  return error.code === 'unsupported_type' || error.fields.file ? 'unreadable' : error;
}

/** A picture from choosing it to its upload. It stays after a failure for another try. `progress` is 0 to 1, null while nothing is sent. */
export function useChoice() {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [part, setPart] = useState<Part | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const uploading = useRef<AbortController | null>(null);
  const openedPicture = useRef<Picture | null>(null);

  const show = (next: Picture | null) => {
    if (openedPicture.current) closePicture(openedPicture.current);
    openedPicture.current = next;
    setPicture(next);
    setPart(next && firstPart(next));
  };

  useEffect(
    () => () => {
      uploading.current?.abort();
      if (openedPicture.current) closePicture(openedPicture.current);
      openedPicture.current = null;
    },
    [],
  );

  const choose = async (file: File | undefined): Promise<void> => {
    if (!file || uploading.current) return;
    const opened = await openPicture(file);
    setFailure(typeof opened === 'string' ? opened : null);
    if (typeof opened !== 'string') show(opened);
  };

  /** Changes the crop (in percent). Ignored if the crop would be too small for a photo. */
  const crop = (next: Part) => {
    if (picture && isSharp(pixelsOf(next, picture))) setPart(next);
  };

  /** Crops and uploads the picture. Returns null if it failed or was canceled, or if nothing is chosen or an upload is running. */
  const send = async (): Promise<Image | null> => {
    if (!picture || !part || uploading.current) return null;
    const controller = new AbortController();
    uploading.current = controller;
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
      uploading.current = null;
      setProgress(null);
    }
  };

  return {
    picture,
    part,
    failure,
    progress,
    choose,
    crop,
    send,
    drop: () => show(null),
    cancel: () => uploading.current?.abort(),
  };
}

export type Choice = ReturnType<typeof useChoice>;
