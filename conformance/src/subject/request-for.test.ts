import { expect, test } from 'vitest';
import { readContract } from '../../payments/load-contract.ts';
import { requestFor } from './request-for.ts';

const list = { type: 'array', items: { type: 'string' } };

test.each([
  ['query', {}, '/a?p=x%2Cy&p=z+1'],
  ['query', { explode: false }, '/a?p=x%2Cy,z+1'],
  ['query', { style: 'spaceDelimited', explode: false }, '/a?p=x%2Cy%20z+1'],
  ['query', { style: 'pipeDelimited' }, '/a?p=x%2Cy%7Cz+1'],
  ['path', {}, '/a/x%2Cy,z%201'],
  ['path', { style: 'label' }, '/a/.x%2Cy,z%201'],
  ['path', { style: 'label', explode: true }, '/a/.x%2Cy.z%201'],
  ['path', { style: 'matrix' }, '/a/;p=x%2Cy,z%201'],
  ['path', { style: 'matrix', explode: true }, '/a/;p=x%2Cy;p=z%201'],
])('a list in a %s is written as %j says: %s', (place, style, path) => {
  const parameter = { name: 'p', in: place, required: true, schema: list, ...style };
  const paths = { [place === 'path' ? '/a/{p}' : '/a']: { get: { parameters: [parameter], responses: {} } } };
  const [operation] = readContract(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Lists', version: '1' }, paths }),
  ).operations;
  expect(operation && requestFor(operation, { p: ['x,y', 'z 1'] }).path).toBe(path);
});

test.each([
  ['header', 'X-List', ['X-List', 'a,b']],
  ['cookie', 'list', ['Cookie', 'list=a,b']],
])('a list in a %s is one text', (place, name, header) => {
  const parameter = { name, in: place, schema: list, explode: false };
  const paths = { '/a': { get: { parameters: [parameter], responses: {} } } };
  const [operation] = readContract(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Lists', version: '1' }, paths }),
  ).operations;
  expect(operation && requestFor(operation, { [name]: ['a', 'b'] }).headers).toEqual([header]);
});
