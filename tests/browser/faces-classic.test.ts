import { facesOf } from './support/every-face.ts';

facesOf('classic');
