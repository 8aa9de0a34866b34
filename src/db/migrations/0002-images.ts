import type { Migration } from './list.ts'

/** The image library; files are in the tables only when the setting says so. */
export const images: Migration = {
  name: '0002-images',
  statements: (t) => [
    `create table image (
      id ${t.integer} primary key references record (id),
      author_id ${t.integer} not null,
      date ${t.text} not null,
      date_utc ${t.text} not null,
      modified ${t.text} not null,
      modified_utc ${t.text} not null,
      title ${t.text} not null,
      caption ${t.text} not null,
      alt_text ${t.text} not null,
      description ${t.text} not null,
      path ${t.text} not null,
      mime_type ${t.text} not null,
      width ${t.integer} not null,
      height ${t.integer} not null,
      filesize ${t.integer} not null,
      sizes ${t.text} not null,
      source_url ${t.text})`,
    `create unique index image_path on image (path)`,
    `create unique index image_source on image (source_url) where source_url is not null`,
    `create index image_date on image (date_utc, id)`,
    `create index image_author on image (author_id, date_utc, id)`,
    ...['event', 'venue', 'organizer'].map(
      (table) => `create index ${table}_image on ${table} (image_id) where image_id is not null`,
    ),
    `create table media_file (path ${t.text} primary key, size ${t.integer} not null)`,
    `create table media_chunk (
      path ${t.text} not null references media_file (path) on delete cascade,
      position ${t.integer} not null,
      bytes ${t.blob} not null,
      primary key (path, position))`,
  ],
}
