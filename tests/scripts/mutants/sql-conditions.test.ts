import { expect, test } from 'vitest';
import { sqlConditionsIn } from '../../../scripts/lib/mutants/sql-conditions.ts';

/** The conditions of a text in which `${…}` stands for a value. */
const conditionsOf = (text: string) => {
  const values = [...text.matchAll(/\$\{[^}]*\}/g)].map(({ index, 0: value }) => ({ start: index, end: index + value.length }));
  return sqlConditionsIn(text, values).map(({ start, end }) => text.slice(start, end));
};

test.each([
  [
    'of where, up to the next clause',
    'select id from orders where member_id = ${a} and status = ${b} order by id limit 1',
    ['member_id = ${a}', 'status = ${b}'],
  ],
  ['a single one of where', "delete from orders where status = 'open'", ["status = 'open'"]],
  ['not where true', 'insert into t select 1 where true on conflict do nothing', []],
  ['not the value of a join on one column', 'select 1 from a join b on b.id = a.id where a.x > 1', ['a.x > 1']],
  [
    'of a join on several',
    'select 1 from a left join b on b.id = a.id and b.y = ${y} where a.x > 1',
    ['b.id = a.id', 'b.y = ${y}', 'a.x > 1'],
  ],
  ['of having', 'select a from t group by a having sum(b) < 0', ['sum(b) < 0']],
  ['of case when', 'update t set a = case when b = ${b} and c > ${c} then 1 else 2 end', ['b = ${b}', 'c > ${c}']],
  ['not the values of a case that compares', 'select case a when 1 then 2 when 3 then 4 end', []],
  ['around a case', 'select 1 where a = case when b then 1 end and c = 2', ['a = case when b then 1 end', 'b', 'c = 2']],
  ['in which between has an and of its own', 'select 1 where a between ${x} and ${y} and b = 1', ['a between ${x} and ${y}', 'b = 1']],
  [
    'and those inside of one',
    'select 1 where a = 1 and exists (select 1 from t where b = 2 and c = 3)',
    ['a = 1', 'exists (select 1 from t where b = 2 and c = 3)', 'b = 2', 'c = 3'],
  ],
  ['of a fragment', '${previousStatementWrote}\n    and ${isActive(id)}', ['${previousStatementWrote}', '${isActive(id)}']],
  ['of a fragment that begins with and', 'and a = 1 and b = 2', ['a = 1', 'b = 2']],
  ['inside parentheses', 'select not (a = 1 and b = 2)', ['a = 1', 'b = 2']],
  ['not alternatives', 'select 1 where a = 1 or b = 2', []],
  ['but what an alternative has to fulfil stays whole', 'select 1 where a = 1 and (b = 2 or c = 3)', ['a = 1', '(b = 2 or c = 3)']],
  ['not a value or a list', "select coalesce(a, b), 'x and y' from t", []],
  ['with quotes around an and', "select 1 where a = 'x and y' and b = 'it''s'", ["a = 'x and y'", "b = 'it''s'"]],
  ['without the limit that a value brings', 'select 1 where ${conditions} ${limit}', ['${conditions}']],
  ['on is distinct from', 'select 1 where a is distinct from b and c = 1', ['a is distinct from b', 'c = 1']],
])('conditions %s', (_, text, expected) => {
  expect(conditionsOf(text)).toEqual(expected);
});
