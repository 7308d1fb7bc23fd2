import * as photos from '#contract/photos';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { changePhotos } from './change-photos.ts';
import { deletePhoto } from './delete-photo.ts';
import { uploadPhoto } from './upload-photo.ts';

export const photosRoutes = routesOf(
  serve(photos.uploadPhoto, uploadPhoto),
  serve(photos.deletePhoto, deletePhoto),
  serve(photos.changePhotos, changePhotos),
);
