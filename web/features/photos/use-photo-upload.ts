import { useEffect, useRef, useState } from 'react';
import { uploadPhoto } from '#contract/photos';
import type { OwnImage } from '#contract/profile';
import { CallError } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { type CropRect, cropInPixels, hasEnoughPixels, initialCrop } from './crop.ts';
import { cropPicture, type LocalPicture, openPicture, type PhotoRejection, releasePicture } from './local-picture.ts';
import { withPhoto } from './profile-photos.ts';
import { updateOwnProfile } from './update-own-profile.ts';

export type UploadFailure = PhotoRejection | 'full' | CallError;

/** The failure to show for an error of cropping or uploading. */
function failureOf(error: unknown): UploadFailure {
  if (!(error instanceof CallError)) return 'unreadable';
  if (error.fields.file === 'not_allowed') return 'full';
  if (error.code === 'too_large') return 'large';
  return error.code === 'unsupported_type' || error.fields.file ? 'unreadable' : error;
}

/** A picture from choosing it to its upload. It stays after a failure for another try. `progress` is 0 to 1, null while nothing is sent. */
export function usePhotoUpload() {
  const [picture, setPicture] = useState<LocalPicture | null>(null);
  const [cropRect, setPart] = useState<CropRect | null>(null);
  const [failure, setFailure] = useState<UploadFailure | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const uploading = useRef<AbortController | null>(null);
  const openedPicture = useRef<LocalPicture | null>(null);

  const show = (next: LocalPicture | null) => {
    if (openedPicture.current) releasePicture(openedPicture.current);
    openedPicture.current = next;
    setPicture(next);
    setPart(next && initialCrop(next));
  };

  useEffect(
    () => () => {
      uploading.current?.abort();
      if (openedPicture.current) releasePicture(openedPicture.current);
      openedPicture.current = null;
    },
    [],
  );

  const openFile = async (file: File | undefined): Promise<void> => {
    if (!file || uploading.current) return;
    const opened = await openPicture(file);
    setFailure(typeof opened === 'string' ? opened : null);
    if (typeof opened !== 'string') show(opened);
  };

  /** Changes the crop (in percent). Ignored if the crop would be too small for a photo. */
  const setCropRect = (next: CropRect) => {
    if (picture && hasEnoughPixels(cropInPixels(next, picture))) setPart(next);
  };

  /** Crops and uploads the picture. Returns null if it failed or was canceled, or if nothing is chosen or an upload is running. */
  const send = async (): Promise<OwnImage | null> => {
    if (!picture || !cropRect || uploading.current) return null;
    const controller = new AbortController();
    uploading.current = controller;
    setFailure(null);
    setProgress(0);
    try {
      const file = await cropPicture(picture, cropRect);
      const { image } = await upload(uploadPhoto, file, { onProgress: setProgress, signal: controller.signal });
      updateOwnProfile((profile) => withPhoto(profile, image));
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
    part: cropRect,
    failure,
    progress,
    choose: openFile,
    crop: setCropRect,
    send,
    discard: () => show(null),
    cancel: () => uploading.current?.abort(),
  };
}

export type PhotoUpload = ReturnType<typeof usePhotoUpload>;
