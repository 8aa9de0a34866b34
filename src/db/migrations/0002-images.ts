import type { Migration } from './list.ts'

/** The image library; files are in the tables only when the setting says so. */
export const images: Migration = {
  name: '0002-images',
  statements: [
    `create table image (
      id integer primary key references record (id),
      author_id integer not null,
      date text not null,
      date_utc text not null,
      modified text not null,
      modified_utc text not null,
      title text not null,
      caption text not null,
      alt_text text not null,
      description text not null,
      path text not null,
      mime_type text not null,
      width integer not null,
      height integer not null,
      filesize integer not null,
      sizes text not null,
      source_url text)`,
    `create unique index image_path on image (path)`,
    `create unique index image_source on image (source_url) where source_url is not null`,
    `create index image_date on image (date_utc, id)`,
    `create index image_author on image (author_id, date_utc, id)`,
    ...['event', 'venue', 'organizer'].map(
      (table) => `create index ${table}_image on ${table} (image_id) where image_id is not null`,
    ),
    `create table media_file (path text primary key, size integer not null)`,
    `create table media_chunk (
      path text not null references media_file (path) on delete cascade,
      position integer not null,
      bytes blob not null,
      primary key (path, position))`,
  ],
}
