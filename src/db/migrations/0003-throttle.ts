import type { Migration } from './list.ts'

/** Failed attempts to log in, which all processes count together. */
export const throttle: Migration = {
  name: '0003-throttle',
  statements: (t) => [
    `create table throttle (
      key_hash ${t.text} primary key,
      level ${t.real} not null,
      failed_ms ${t.integer} not null)`,
    `create index throttle_failed on throttle (failed_ms)`,
  ],
}
