import { facesOf } from './template-tests.ts';

facesOf('social');
