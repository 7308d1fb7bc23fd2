import { testTemplate } from './template-tests.ts';

testTemplate('classic');
