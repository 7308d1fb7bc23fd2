import { expect, test } from 'vitest';
import { shapeOf, withFields } from './answer-shape.ts';

test.each([
  ['names every field at every depth, in alphabetical order', { b: { d: 1, c: { e: 'x' } }, a: true }, 'a,b{c{e},d}'],
  ['marks a field that tells nothing', { a: null, b: false, c: 0, d: '', e: [], f: {} }, '-a,-b,-c,-d,-e,-f'],
  ['writes the elements of a list as one', { a: [{ b: 1 }, { b: null }], c: ['x'] }, 'a[]{b},c[]'],
  ['marks a field that only some elements have', { a: [{ b: 1, c: null }, { b: 1 }, { b: 1, c: null }] }, 'a[]{b,-c?}'],
  ['tells a list of empty elements from an empty list', { a: [{ b: null }] }, 'a[]{-b}'],
  ['does not write keys that are values', { vat_numbers: { NL: 'x', DE: 'y' }, fields: { smoking: 'no' } }, 'fields{*},vat_numbers{*}'],
  ['writes what the values of such keys hold', { cams: { nova: { name: 'x' }, river: { name: 'y', age: 30 } } }, 'cams{*}{age?,name}'],
])('the shape of an answer %s', (_, value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

test('a shape with other fields is changed where they are named, and only there', () => {
  expect(withFields('a,-b,c{-a,b}', { a: false, b: true })).toBe('-a,b,c{-a,b}');
  expect(() => withFields('a,b', { c: true })).toThrow('no field c');
});
