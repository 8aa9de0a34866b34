import type { BadCase } from './bad-case.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=cut'
const part = (name: string, value: string) =>
  `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const utf8Fault = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])

/** Bodies that cannot be read: name, type, payload, status and code. */
const bodies: readonly (readonly [string, string, string | Buffer, number, string])[] = [
  ['half an object', json, '{"title":', 400, 'rest_invalid_json'],
  ['something after the object', json, '{} x', 400, 'rest_invalid_json'],
  ['single quotes', json, "{'title':'x'}", 400, 'rest_invalid_json'],
  ['a byte order mark', json, '\ufeff{}', 400, 'rest_invalid_json'],
  ['blanks alone', json, '  ', 400, 'rest_invalid_json'],
  ['a bare NUL', json, '{"title":"a\u0000"}', 400, 'rest_invalid_json'],
  ['bytes that are no UTF-8', json, utf8Fault, 400, 'rest_invalid_json'],
  ['UTF-16', json, Buffer.from('{"title":"x"}', 'utf16le'), 400, 'rest_invalid_json'],
  ['33 lists in each other', json, '['.repeat(33) + ']'.repeat(33), 400, 'rest_invalid_json'],
  ['100,000 open lists', json, '['.repeat(100_000), 400, 'rest_invalid_json'],
  ['100,000 open objects', json, '{"a":'.repeat(100_000), 400, 'rest_invalid_json'],
  ['JSON of another type', 'application/vnd.api+json', '{"a"', 400, 'rest_invalid_json'],
  ['a form of bytes that are no UTF-8', form, Buffer.from([0x74, 0x3d, 0xff]), 400, 'rest_invalid_body'],
  ['a form that hides bytes that are no UTF-8', form, 't=%ff', 400, 'rest_invalid_param'],
  ['a multipart form without a boundary', 'multipart/form-data', part('title', 'x'), 400, 'rest_invalid_body'],
  ['a multipart form with an empty boundary', 'multipart/form-data; boundary=', 'x', 400, 'rest_invalid_body'],
  ['a multipart form that breaks off', multipart, part('title', 'x'), 400, 'rest_invalid_body'],
  ['a multipart form without its boundary', multipart, 'title=x', 400, 'rest_invalid_body'],
  [
    'a multipart part without a name',
    multipart,
    '--cut\r\ncontent-disposition: form-data\r\n\r\nx\r\n--cut--\r\n',
    400,
    'rest_invalid_body',
  ],
  ['a multipart field named __proto__', multipart, `${part('__proto__', 'x')}--cut--\r\n`, 400, 'rest_invalid_body'],
  [
    'a multipart form of bytes that are no UTF-8',
    multipart,
    Buffer.concat([
      Buffer.from(part('title', '').slice(0, -2)),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\r\n--cut--\r\n'),
    ]),
    400,
    'rest_invalid_body',
  ],
  [
    'a file',
    multipart,
    '--cut\r\ncontent-disposition: form-data; name="image"; filename="x.png"\r\n\r\nx\r\n--cut--\r\n',
    400,
    'rest_invalid_body',
  ],
  ['plain text', 'text/plain', 'title=x', 415, 'rest_unsupported_media_type'],
  [
    'XML',
    'application/xml',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    415,
    'rest_unsupported_media_type',
  ],
  ['a type that only begins like JSON', 'application/jsonp', '{}', 415, 'rest_unsupported_media_type'],
  ['no type at all', '', '{}', 415, 'rest_unsupported_media_type'],
  ['a type that is none', ';;;', '{}', 415, 'rest_unsupported_media_type'],
  ['JSON in another character set', 'application/json; charset=utf-16', '{}', 415, 'rest_unsupported_media_type'],
  ['a form in another character set', `${form}; charset=iso-8859-1`, 't=1', 415, 'rest_unsupported_media_type'],
  ['another multipart type', 'multipart/mixed; boundary=cut', part('a', 'b'), 415, 'rest_unsupported_media_type'],
]

/** Requests whose bodies cannot be read, for an operation that takes a body. */
export const unreadable = (ask: string): BadCase[] => [
  ...bodies.map(
    ([name, type, payload, status, code]): BadCase => ({
      name,
      ask,
      headers: { 'content-type': type },
      payload,
      status,
      code,
    }),
  ),
  {
    name: 'a compressed body',
    ask,
    headers: { 'content-type': json, 'content-encoding': 'gzip' },
    payload: '{}',
    status: 415,
    code: 'rest_unsupported_media_type',
  },
]
