import { facesOf } from './template-tests.ts';

facesOf('classic');
