/**
 * The English descriptions, and with them the list of keys: every other language must have the same ones to compile
 * (contract, B1.4). Words in backticks are literal names or values and stay as they are in every language.
 */
export const en = {
  'list.page': 'Number of the page to return, a positive integer; default 1.',
  'list.per_page':
    'Number of records per page, a positive integer; default 10. A value above the site’s maximum, normally 50, is lowered to it.',
  'list.rest_url': 'Address of this list with the filters in effect.',
  'list.next_rest_url': 'Address of the next page with the same filters; absent on the last page.',
  'list.previous_rest_url': 'Address of the previous page with the same filters; absent on the first page.',
  'list.total': 'Number of records on all pages that match the filters and that the caller may read.',
  'list.total_pages': 'Number of pages at the current page size; 0 when nothing matches.',
  'list.items': 'The records of this page, in the order of the list.',

  'event.filter.start_date':
    'Only events that start on or after this moment, read in the site’s time zone unless it carries an offset; default: yesterday at 00:00:00. It is moved to the beginning of its day unless `strict_dates` is `true`.',
  'event.filter.end_date':
    'Only events that start on or before this moment, read in the site’s time zone unless it carries an offset; default: 24 months from today at 23:59:59. It is moved to the end of its day unless `strict_dates` is `true`.',
  'event.filter.starts_before':
    'Only events that start before this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
  'event.filter.starts_after':
    'Only events that start after this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
  'event.filter.ends_before':
    'Only events that end before this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
  'event.filter.ends_after':
    'Only events that end after this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
  'event.filter.strict_dates':
    'Whether date filters apply to the exact second instead of being widened to whole days; default `false`.',
  'event.filter.search':
    'Only events in whose title, description or excerpt every given word occurs, whatever its letter case and accents; at most 200 characters.',
  'event.filter.categories':
    'Only events in at least one of these categories or their descendants, given by id, slug or name as an array or comma-separated. An unknown category is an error.',
  'event.filter.tags':
    'Only events with at least one of these tags, given by id, slug or name as an array or comma-separated. An unknown tag is an error.',
  'event.filter.venue':
    'Only events at one of the venues with these ids, as an array or comma-separated. An unknown id is an error.',
  'event.filter.organizer':
    'Only events held by one of the organizers with these ids, as an array or comma-separated. An unknown id is an error.',
  'event.filter.featured':
    '`true`: only featured events; `false`: only events that are not featured. When not sent, both are returned.',
  'event.filter.geoloc': '`true`: only events whose venue has coordinates; `false`: only events whose venue has none.',
  'event.filter.geoloc_lat':
    'Latitude of the search centre in decimal degrees, from -90 to 90; must be sent together with `geoloc_lng`.',
  'event.filter.geoloc_lng':
    'Longitude of the search centre in decimal degrees, from -180 to 180; must be sent together with `geoloc_lat`.',
  'event.filter.geoloc_distance':
    'Search radius in kilometres around `geoloc_lat` and `geoloc_lng`, measured along the great circle; default 25.',
  'event.filter.include':
    'Only the events with these ids, as an array or comma-separated. The date filters are then ignored, and the list is ordered by publication date.',
  'event.filter.free':
    '`true`: only events that cost nothing (every price is zero, or the cost is a word for it, such as `free` or `kostenlos`); `false`: all others.',
  'event.filter.post_parent': 'Only events whose parent is the event with this id.',
  'event.filter.ticketed':
    'Reserved for ticket sales, which this server does not offer: `false` has no effect, `true` is an error.',
  'event.filter.status':
    'Only records with one of these statuses, as an array or comma-separated: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Default: whatever the caller may read outside the trash; anonymous callers may only ask for `publish`.',

  'event.path.id': 'Id of the record: one or more decimal digits.',
  'event.path.slug': 'Slug of the record; letter case does not matter.',

  'event.field.author':
    'Id of the user recorded as the author; default: the caller. Naming another user requires the right to edit the records of others.',
  'event.field.date':
    'Publication date, read in the site’s time zone unless it carries an offset; default: now. With a future date, a record that would be published is scheduled for that moment.',
  'event.field.date_utc': 'Publication date in UTC; may be sent instead of `date`.',
  'event.field.description': 'Full description as HTML; unsafe markup is removed, and an empty value clears it.',
  'event.field.excerpt': 'Short summary as HTML; unsafe markup is removed, and an empty value clears it.',
  'event.field.status':
    'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`. Default on creation: `publish`, or `draft` when the caller may not publish.',
  'event.field.image':
    'Featured image: the id of an uploaded image, or an http(s) URL from which it is fetched. An empty value removes the image.',
  'event.field.website': 'Absolute URL of the website; an empty value clears it.',
  'event.field.title': 'Title of the event as plain text; required on creation.',
  'event.field.slug':
    'Last part of the event’s address. When not sent on creation, it is made from the title; a number is added when it is already taken.',
  'event.field.timezone':
    'Time zone of the event: an IANA name such as `Europe/Paris` or an offset such as `UTC+2`. Default on creation: the site’s time zone.',
  'event.field.all_day':
    'Whether the event takes whole days: the start is then set to 00:00:00 and the end to 23:59:59 of their days. Default `false`.',
  'event.field.start_date':
    'Start of the event in its own `timezone` unless the text carries an offset; required on creation. ISO 8601 texts, unix timestamps and English phrases such as `tomorrow 9am` are understood.',
  'event.field.end_date':
    'End of the event, in the same forms as `start_date`; required on creation and never before the start.',
  'event.field.cost':
    'Price as text, with its currency symbol if wanted, such as `$20`, or an array of several prices. Without a symbol the site’s currency is shown; an empty value clears the price.',
  'event.field.show_map': 'Whether the event’s page shows a map of the venue; default on creation: `true`.',
  'event.field.show_map_link': 'Whether the event’s page links to a map of the venue; default on creation: `true`.',
  'event.field.hide_from_listings':
    'Whether the event is kept out of all lists; it stays readable by id and slug. Default on creation: `false`.',
  'event.field.sticky': 'Whether the event comes first in the calendar view; default on creation: `false`.',
  'event.field.featured': 'Whether the event is highlighted on the site; default on creation: `false`.',
  'event.field.categories':
    'Categories of the event by id, slug or name, as an array or comma-separated. They replace the present ones, names that do not exist yet are created, and an empty value removes all.',
  'event.field.tags':
    'Tags of the event by id, slug or name, as an array or comma-separated. They replace the present ones, names that do not exist yet are created, and an empty value removes all.',
  'event.field.venue':
    'Venue of the event: an id, a list of ids, or an object with venue fields that is created together with the event. An empty value removes the link.',
  'event.field.organizer':
    'Organizers of the event: an id, a list of ids, or objects with organizer fields that are created together with the event. An empty value removes the links.',
  'event.field.post_parent':
    'Id of the parent event; an empty value removes the link. An event cannot be its own ancestor.',

  'event.record.id': 'Id of the record, unique among events, venues, organizers and images.',
  'event.record.global_id': 'Identifier of the record across sites: host and path of the site, followed by the id.',
  'event.record.global_id_lineage': 'All global identifiers the record has had, beginning with the present one.',
  'event.record.author': 'Id of the author as a string of digits.',
  'event.record.status': 'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`.',
  'event.record.date': 'Publication date in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'event.record.date_utc':
    'Publication date in UTC, as `YYYY-MM-DD HH:MM:SS`; all zeros as long as an unpublished record has no date.',
  'event.record.modified': 'Time of the last change in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'event.record.modified_utc': 'Time of the last change in UTC, as `YYYY-MM-DD HH:MM:SS`.',
  'event.record.url': 'Address of the record’s public page.',
  'event.record.slug': 'Last part of the record’s public address.',
  'event.record.json_ld':
    'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
  'event.record.rest_url': 'Address of the event in this interface.',
  'event.record.title': 'Title of the event; `&`, `<` and `>` are written as HTML entities.',
  'event.record.description': 'Full description as HTML; may be empty.',
  'event.record.excerpt': 'Short summary as HTML; may be empty.',
  'event.record.image': 'Featured image, or `false` when there is none.',
  'event.record.all_day': 'Whether the event takes whole days.',
  'event.record.start_date': 'Start in the event’s own time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'event.record.start_date_details': 'The parts of `start_date`.',
  'event.record.end_date': 'End in the event’s own time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'event.record.end_date_details': 'The parts of `end_date`.',
  'event.record.utc_start_date': 'Start in UTC, as `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_start_date_details': 'The parts of `utc_start_date`.',
  'event.record.utc_end_date': 'End in UTC, as `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_end_date_details': 'The parts of `utc_end_date`.',
  'event.record.timezone': 'Time zone of the event: an IANA name or an offset such as `UTC+2`.',
  'event.record.timezone_abbr': 'Abbreviation of the time zone that is in force when the event starts, such as `CET`.',
  'event.record.cost': 'Price, ready for display, as a single amount or a range; empty when none is given.',
  'event.record.cost_details': 'The parts of `cost`.',
  'event.record.website': 'Address of the event’s website; its own `url` when it has none.',
  'event.record.show_map': 'Whether the event’s page shows a map of the venue.',
  'event.record.show_map_link': 'Whether the event’s page links to a map of the venue.',
  'event.record.hide_from_listings': 'Whether the event is kept out of all lists.',
  'event.record.sticky': 'Whether the event comes first in the calendar view.',
  'event.record.featured': 'Whether the event is highlighted on the site.',
  'event.record.categories': 'Categories of the event, ordered by name.',
  'event.record.tags': 'Tags of the event, ordered by name.',
  'event.record.venue':
    'Venue of the event: an object, an array when there are several, or an empty array when there is none.',
  'event.record.organizer': 'Organizers of the event, always as an array.',
  'event.record.custom_fields':
    'Additional fields by name, each with `label` and `value`; an empty array when there are none.',

  'event.operation.list': 'List events',
  'event.operation.create': 'Create an event',
  'event.operation.read': 'Read an event',
  'event.operation.update': 'Update an event',
  'event.operation.delete': 'Delete an event',
  'event.operation.read_by_slug': 'Read an event by slug',
  'event.operation.update_by_slug': 'Update an event by slug',
  'event.operation.delete_by_slug': 'Delete an event by slug',

  'venue.filter.status':
    'Only records with one of these statuses, as an array or comma-separated: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Default: whatever the caller may read outside the trash; anonymous callers may only ask for `publish`.',
  'venue.filter.search':
    'Only venues of which one field (name, description, excerpt, a part of the address or phone) contains every given word, whatever its letter case and accents; at most 200 characters.',
  'venue.filter.event': 'Only records linked to the event with this id. An unknown id is an error.',
  'venue.filter.has_events': '`true`: only records linked to at least one event; `false`: only records without events.',
  'venue.filter.only_with_upcoming':
    '`true`: only records linked to at least one event that starts now or later; default `false`.',

  'venue.path.id': 'Id of the record: one or more decimal digits.',
  'venue.path.slug': 'Slug of the record; letter case does not matter.',

  'venue.field.author':
    'Id of the user recorded as the author; default: the caller. Naming another user requires the right to edit the records of others.',
  'venue.field.date':
    'Publication date, read in the site’s time zone unless it carries an offset; default: now. With a future date, a record that would be published is scheduled for that moment.',
  'venue.field.date_utc': 'Publication date in UTC; may be sent instead of `date`.',
  'venue.field.description': 'Full description as HTML; unsafe markup is removed, and an empty value clears it.',
  'venue.field.excerpt': 'Short summary as HTML; unsafe markup is removed, and an empty value clears it.',
  'venue.field.status':
    'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`. Default on creation: `publish`, or `draft` when the caller may not publish.',
  'venue.field.image':
    'Featured image: the id of an uploaded image, or an http(s) URL from which it is fetched. An empty value removes the image.',
  'venue.field.website': 'Absolute URL of the website; an empty value clears it.',
  'venue.field.phone': 'Telephone number as free text; an empty value clears it.',
  'venue.field.venue': 'Name of the venue as plain text; required on creation.',
  'venue.field.show_map':
    'Whether events linked to this venue show a map: `true` or `false`; default on creation: `true`.',
  'venue.field.show_map_link':
    'Whether events linked to this venue show a link to a map: `true` or `false`; default on creation: `true`.',
  'venue.field.address': 'Street and house number; an empty value clears them.',
  'venue.field.city': 'City or locality; an empty value clears it.',
  'venue.field.country': 'Name of the country; an empty value clears it.',
  'venue.field.province': 'Province, for countries divided into provinces; an empty value clears it.',
  'venue.field.state': 'State, for countries divided into states; an empty value clears it.',
  'venue.field.zip': 'Postal code as text; an empty value clears it.',
  'venue.field.stateprovince':
    'State or province, whichever the country has; taken from `state` or `province` when not sent.',
  'venue.field.geo_lat':
    'Latitude in decimal degrees, from -90 to 90; must be sent together with `geo_lng`. An empty value clears it.',
  'venue.field.geo_lng':
    'Longitude in decimal degrees, from -180 to 180; must be sent together with `geo_lat`. An empty value clears it.',

  'venue.record.id': 'Id of the record, unique among events, venues, organizers and images.',
  'venue.record.global_id': 'Identifier of the record across sites: host and path of the site, followed by the id.',
  'venue.record.global_id_lineage': 'All global identifiers the record has had, beginning with the present one.',
  'venue.record.author': 'Id of the author as a string of digits.',
  'venue.record.status': 'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`.',
  'venue.record.date': 'Publication date in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.date_utc':
    'Publication date in UTC, as `YYYY-MM-DD HH:MM:SS`; all zeros as long as an unpublished record has no date.',
  'venue.record.modified': 'Time of the last change in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.modified_utc': 'Time of the last change in UTC, as `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.url': 'Address of the record’s public page.',
  'venue.record.slug': 'Last part of the record’s public address.',
  'venue.record.json_ld':
    'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
  'venue.record.description': 'Full description as HTML; absent when empty.',
  'venue.record.excerpt': 'Short summary as HTML; absent when empty.',
  'venue.record.image': 'Featured image; absent when there is none.',
  'venue.record.phone': 'Telephone number; absent when empty.',
  'venue.record.website': 'Address of the website; absent when empty.',
  'venue.record.venue': 'Name of the venue; `&`, `<` and `>` are written as HTML entities.',
  'venue.record.address': 'Street and house number; absent when empty.',
  'venue.record.city': 'City or locality; absent when empty.',
  'venue.record.country': 'Name of the country; absent when empty.',
  'venue.record.province': 'Province; absent when empty.',
  'venue.record.state': 'State; absent when empty.',
  'venue.record.zip': 'Postal code; absent when empty.',
  'venue.record.stateprovince': 'State or province, whichever the country has; absent when empty.',
  'venue.record.geo_lat': 'Latitude in decimal degrees; absent when the venue has no coordinates.',
  'venue.record.geo_lng': 'Longitude in decimal degrees; absent when the venue has no coordinates.',
  'venue.record.show_map': 'Whether events linked to this venue show a map.',
  'venue.record.show_map_link': 'Whether events linked to this venue show a link to a map.',

  'venue.operation.list': 'List venues',
  'venue.operation.create': 'Create a venue',
  'venue.operation.read': 'Read a venue',
  'venue.operation.update': 'Update a venue',
  'venue.operation.delete': 'Delete a venue',
  'venue.operation.read_by_slug': 'Read a venue by slug',
  'venue.operation.update_by_slug': 'Update a venue by slug',
  'venue.operation.delete_by_slug': 'Delete a venue by slug',

  'organizer.filter.status':
    'Only records with one of these statuses, as an array or comma-separated: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Default: whatever the caller may read outside the trash; anonymous callers may only ask for `publish`.',
  'organizer.filter.search':
    'Only organizers of which one field (name, description, excerpt, phone, website or email) contains every given word, whatever its letter case and accents; at most 200 characters.',
  'organizer.filter.event': 'Only records linked to the event with this id. An unknown id is an error.',
  'organizer.filter.has_events':
    '`true`: only records linked to at least one event; `false`: only records without events.',
  'organizer.filter.only_with_upcoming':
    '`true`: only records linked to at least one event that starts now or later; default `false`.',

  'organizer.path.id': 'Id of the record: one or more decimal digits.',
  'organizer.path.slug': 'Slug of the record; letter case does not matter.',

  'organizer.field.author':
    'Id of the user recorded as the author; default: the caller. Naming another user requires the right to edit the records of others.',
  'organizer.field.date':
    'Publication date, read in the site’s time zone unless it carries an offset; default: now. With a future date, a record that would be published is scheduled for that moment.',
  'organizer.field.date_utc': 'Publication date in UTC; may be sent instead of `date`.',
  'organizer.field.description': 'Full description as HTML; unsafe markup is removed, and an empty value clears it.',
  'organizer.field.excerpt': 'Short summary as HTML; unsafe markup is removed, and an empty value clears it.',
  'organizer.field.status':
    'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`. Default on creation: `publish`, or `draft` when the caller may not publish.',
  'organizer.field.image':
    'Featured image: the id of an uploaded image, or an http(s) URL from which it is fetched. An empty value removes the image.',
  'organizer.field.website': 'Absolute URL of the website; an empty value clears it.',
  'organizer.field.phone': 'Telephone number as free text; an empty value clears it.',
  'organizer.field.organizer': 'Name of the organizer as plain text; required on creation.',
  'organizer.field.email': 'Email address of the organizer; an empty value clears it.',

  'organizer.record.id': 'Id of the record, unique among events, venues, organizers and images.',
  'organizer.record.global_id': 'Identifier of the record across sites: host and path of the site, followed by the id.',
  'organizer.record.global_id_lineage': 'All global identifiers the record has had, beginning with the present one.',
  'organizer.record.author': 'Id of the author as a string of digits.',
  'organizer.record.status': 'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`.',
  'organizer.record.date': 'Publication date in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.date_utc':
    'Publication date in UTC, as `YYYY-MM-DD HH:MM:SS`; all zeros as long as an unpublished record has no date.',
  'organizer.record.modified': 'Time of the last change in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.modified_utc': 'Time of the last change in UTC, as `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.url': 'Address of the record’s public page.',
  'organizer.record.slug': 'Last part of the record’s public address.',
  'organizer.record.json_ld':
    'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
  'organizer.record.description': 'Full description as HTML; absent when empty.',
  'organizer.record.excerpt': 'Short summary as HTML; absent when empty.',
  'organizer.record.image': 'Featured image; absent when there is none.',
  'organizer.record.phone': 'Telephone number; absent when empty.',
  'organizer.record.website': 'Address of the website; absent when empty.',
  'organizer.record.organizer': 'Name of the organizer; `&`, `<` and `>` are written as HTML entities.',
  'organizer.record.email': 'Email address of the organizer; absent when empty.',

  'organizer.operation.list': 'List organizers',
  'organizer.operation.create': 'Create an organizer',
  'organizer.operation.read': 'Read an organizer',
  'organizer.operation.update': 'Update an organizer',
  'organizer.operation.delete': 'Delete an organizer',
  'organizer.operation.read_by_slug': 'Read an organizer by slug',
  'organizer.operation.update_by_slug': 'Update an organizer by slug',
  'organizer.operation.delete_by_slug': 'Delete an organizer by slug',

  'category.filter.search':
    'Only terms whose name or slug contains this text, whatever its letter case; at most 200 characters.',
  'category.filter.exclude': 'Leaves out the terms with these ids, as an array or comma-separated.',
  'category.filter.include': 'Only the terms with these ids, as an array or comma-separated.',
  'category.filter.order': 'Direction of the sort order: `asc` (ascending, the default) or `desc` (descending).',
  'category.filter.orderby':
    'Attribute of the term by which the list is sorted, such as `name`, `id`, `slug` or `count`; default `name`.',
  'category.filter.hide_empty':
    '`true`: leaves out terms that no published event carries; `false`: lists them too. Default `true`.',
  'category.filter.parent': 'Only the direct children of the category with this id.',
  'category.filter.post':
    'Only terms assigned to the event with this id. An older name of `event`, which wins when both are sent.',
  'category.filter.event': 'Only terms assigned to the event with this id; the same filter as `post`.',
  'category.filter.slug': 'Only the term with exactly this slug.',

  'category.path.id': 'Id of the record: one or more decimal digits.',

  'category.field.name': 'Name of the term as plain text; required on creation.',
  'category.field.description': 'Description of the term; an empty value clears it.',
  'category.field.slug':
    'Last part of the term’s address; made from the name when it is not sent on creation or is sent empty.',
  'category.field.parent': 'Id of the parent category; `0` or an empty value makes this a category of the top level.',

  'category.record.id': 'Id of the term, unique among categories and tags.',
  'category.record.count': 'Number of published events that carry the term.',
  'category.record.description': 'Description of the term; may be empty.',
  'category.record.name': 'Name of the term; `&`, `<` and `>` are written as HTML entities.',
  'category.record.slug': 'Last part of the term’s public address.',
  'category.record.taxonomy': 'Kind of the term: `tribe_events_cat` for categories, `post_tag` for tags.',
  'category.record.parent': 'Id of the parent category; 0 at the top level.',
  'category.record.meta': 'Additional data of the term; always an empty array here.',
  'category.record.url': 'Address of the public page with the term’s events.',
  'category.record.urls': 'Addresses of the term in this interface.',
  'category.record._links':
    'Related addresses by type of relation; only present when a single term is read, created or updated.',

  'category.operation.list': 'List categories',
  'category.operation.create': 'Create a category',
  'category.operation.read': 'Read a category',
  'category.operation.update': 'Update a category',
  'category.operation.delete': 'Delete a category for good',

  'tag.filter.search':
    'Only terms whose name or slug contains this text, whatever its letter case; at most 200 characters.',
  'tag.filter.exclude': 'Leaves out the terms with these ids, as an array or comma-separated.',
  'tag.filter.include': 'Only the terms with these ids, as an array or comma-separated.',
  'tag.filter.order': 'Direction of the sort order: `asc` (ascending, the default) or `desc` (descending).',
  'tag.filter.orderby':
    'Attribute of the term by which the list is sorted, such as `name`, `id`, `slug` or `count`; default `name`.',
  'tag.filter.hide_empty':
    '`true`: leaves out terms that no published event carries; `false`: lists them too. Default `true`.',
  'tag.filter.post':
    'Only terms assigned to the event with this id. An older name of `event`, which wins when both are sent.',
  'tag.filter.event': 'Only terms assigned to the event with this id; the same filter as `post`.',
  'tag.filter.slug': 'Only the term with exactly this slug.',

  'tag.path.id': 'Id of the record: one or more decimal digits.',

  'tag.field.name': 'Name of the term as plain text; required on creation.',
  'tag.field.description': 'Description of the term; an empty value clears it.',
  'tag.field.slug':
    'Last part of the term’s address; made from the name when it is not sent on creation or is sent empty.',

  'tag.record.id': 'Id of the term, unique among categories and tags.',
  'tag.record.count': 'Number of published events that carry the term.',
  'tag.record.description': 'Description of the term; may be empty.',
  'tag.record.name': 'Name of the term; `&`, `<` and `>` are written as HTML entities.',
  'tag.record.slug': 'Last part of the term’s public address.',
  'tag.record.taxonomy': 'Kind of the term: `tribe_events_cat` for categories, `post_tag` for tags.',
  'tag.record.meta': 'Additional data of the term; always an empty array here.',
  'tag.record.url': 'Address of the public page with the term’s events.',
  'tag.record.urls': 'Addresses of the term in this interface.',
  'tag.record._links':
    'Related addresses by type of relation; only present when a single term is read, created or updated.',

  'tag.operation.list': 'List tags',
  'tag.operation.create': 'Create a tag',
  'tag.operation.read': 'Read a tag',
  'tag.operation.update': 'Update a tag',
  'tag.operation.delete': 'Delete a tag for good',

  'attachment.filter.search':
    'Only images in whose title, caption or alternative text every given word occurs, whatever its letter case and accents; at most 200 characters.',
  'attachment.filter.include': 'Only the images with these ids, as an array or comma-separated.',
  'attachment.filter.exclude': 'Leaves out the images with these ids, as an array or comma-separated.',
  'attachment.filter.author': 'Only images added by the users with these ids, as an array or comma-separated.',
  'attachment.filter.per_page': 'Number of images per page, from 1 to 100; default 10.',
  'attachment.filter.offset': 'Number of images to leave out before the first one; it takes the place of `page`.',
  'attachment.filter.slug':
    'Only the images with these slugs (names of their files without the extension), as an array or comma-separated.',
  'attachment.filter.parent':
    'Only images that belong to the record with this id. Images belong to no record here: `0` keeps all, any other id none.',
  'attachment.filter.media_type':
    'Only files of this kind: `image` keeps all; `video`, `text`, `application` and `audio` keep none.',
  'attachment.filter.mime_type': 'Only images of this media type, such as `image/png`.',
  'attachment.filter.status': '`inherit` or `any`; both keep all images.',
  'attachment.filter.after': 'Only images that were added after this date.',
  'attachment.filter.before': 'Only images that were added before this date.',
  'attachment.filter.order': 'Direction of the order: `asc` (ascending) or `desc` (descending, the default).',
  'attachment.filter.orderby':
    'What to order by: `date` (the default), `relevance` (the same as `date`), `id`, `author`, `modified`, or `include` (the order of that list).',

  'attachment.path.id': 'Id of the image: one or more decimal digits.',

  'attachment.field.file':
    'The image: a JPEG, PNG, GIF, WebP or AVIF file of at most 10 MiB and 40 megapixels, all frames together. It is stored without its metadata.',
  'attachment.field.title':
    'Title as plain text, or an object with `raw` or `rendered`; default on creation: the name of the file without its extension. An empty value clears it.',
  'attachment.field.caption':
    'Caption of the image as HTML, or an object with `raw` or `rendered`; unsafe markup is removed, and an empty value clears it.',
  'attachment.field.alt_text':
    'Plain text that stands in for the image where it cannot be seen; an empty value clears it.',
  'attachment.field.description':
    'Description as HTML, or an object with `raw` or `rendered`; unsafe markup is removed, and an empty value clears it.',

  'attachment.record.id': 'Id of the image, unique among events, venues, organizers and images.',
  'attachment.record.date': 'Time at which the image was added, in the site’s time zone, as `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.date_gmt': 'Time at which the image was added, in UTC, as `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.guid': 'Address of the image at full size, which is also its identifier.',
  'attachment.record.modified': 'Time of the last change in the site’s time zone, as `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.modified_gmt': 'Time of the last change in UTC, as `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.slug': 'Name of the stored file without its extension.',
  'attachment.record.status': 'Always `inherit`.',
  'attachment.record.type': 'Always `attachment`.',
  'attachment.record.link': 'Address of the image at full size; images have no page of their own.',
  'attachment.record.title': 'Title of the image.',
  'attachment.record.author': 'Id of the user who added the image.',
  'attachment.record.caption': 'Caption of the image; may be empty.',
  'attachment.record.description': 'Description of the image; may be empty.',
  'attachment.record.alt_text': 'Text that stands in for the image where it cannot be seen; empty when there is none.',
  'attachment.record.media_type': 'Always `image`.',
  'attachment.record.mime_type': 'Media type of the image, such as `image/png`.',
  'attachment.record.media_details':
    'Measurements of the image and its smaller versions; where there are any, `sizes` also holds the full size as `full`.',
  'attachment.record.source_url': 'Address of the image at full size.',
  'attachment.record._links': 'Addresses of the image and of the list of images in this interface.',

  'attachment.operation.list': 'List images',
  'attachment.operation.create': 'Upload an image',
  'attachment.operation.read': 'Read an image’s data',
  'attachment.operation.update': 'Update an image’s texts; fields that are not sent are kept',
  'attachment.operation.delete': 'Delete an image for good and remove it from every record that shows it',

  'attachment.deleted.deleted': 'Always `true`.',
  'attachment.deleted.previous': 'The image as it was before it was deleted.',

  'attachment.urls.self': 'Address of the image in this interface.',
  'attachment.urls.collection': 'Address of the list of images.',

  'rendered.raw': 'The text as it is to be stored; it counts more than `rendered`.',
  'rendered.rendered': 'The text as HTML.',

  'delete.force':
    '`true`: removes the record for good instead of moving it to the trash; default `false`. Categories and tags are always removed for good; images, which have no trash, are removed only with `true`.',

  'index.namespace':
    'Namespace to describe; only the namespace of this interface, which is also the default, is accepted.',
  'index.context': 'Scope of the description; default `view`. Other values are accepted and make no difference.',
  'index.operation': 'Describe the routes of this namespace',

  'about.list':
    'Answers one page of the records that the filters keep and that the caller may read; the header `Link` names the other pages.',
  'event.about.list':
    'Answers the events that start from yesterday on, for 24 months, in the order of their start, unless date filters are sent. `next_rest_url` and the header `Link` name the other pages.',
  'about.create':
    'Answers the record as it was stored, and names its address in `Location`. A request that is repeated with the same `Idempotency-Key` creates nothing more.',
  'event.about.create':
    'Venues, organizers, categories and tags are named by id, or created together with the event. A request that is repeated with the same `Idempotency-Key` creates nothing more.',
  'attachment.about.create':
    'The body is the file itself, with its media type and its name in `Content-Disposition`, or a form with the part `file`.',
  'about.read':
    'The `ETag` of the answer can be sent back in `If-Match`, so that a record that has changed in the meantime is not overwritten.',
  'about.update': 'POST, PUT and PATCH do the same: they change the fields that are sent and keep all others.',
  'about.delete': 'Moves the record to the trash; with `force=true` it is removed for good.',
  'category.about.delete': 'Its events stay and lose the category; its child categories move up to its parent.',
  'tag.about.delete': 'Its events stay and lose the tag.',
  'attachment.about.delete': 'Images have no trash, so `force=true` is needed.',
  'about.index':
    'Names every route with its methods and parameters; the language of the address is that of the descriptions.',
  'about.doc': 'The answer is an OpenAPI document; the language of the address is that of its descriptions.',

  'doc.operation': 'Read this documentation',
  'doc.title': 'Event calendar interface',
  'doc.description':
    'Reads and writes events, venues, organizers, categories and tags. Dates may be sent as `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, ISO 8601, unix timestamps or English phrases such as `next wednesday 4pm`; updates change only the fields that are sent.',

  'group.event': 'Events',
  'group.venue': 'Venues',
  'group.organizer': 'Organizers',
  'group.category': 'Categories',
  'group.tag': 'Tags',
  'group.attachment': 'Images',
  'group.index': 'Description of the interface',

  'global._fields':
    'Names of the fields to return, as an array or comma-separated; dotted paths such as `image.url` reach into objects.',
  'global._envelope':
    'Wraps the answer into an object with `body`, `status` and `headers`; the HTTP status is then always 200.',
  'global._method':
    'On a POST request, the method to apply instead, such as `PUT` or `DELETE`; the header `X-HTTP-Method-Override` has the same effect.',

  'header.if_match':
    'ETag that the record must still have; if it has changed, the answer is 412 and nothing is written.',
  'header.if_none_match':
    'ETag of the copy the client already holds; if it is still current, the answer is 304 without a body.',
  'header.idempotency_key':
    'A key of the client’s choice that makes repeating a POST request safe: the same key with the same body is carried out once and answered alike.',
  'header.x_tec_total': 'Number of records on all pages that match the filters.',
  'header.x_tec_totalpages': 'Number of pages at the current page size.',
  'header.link': 'Addresses of other pages of the list by relation: `next`, `prev`, `first` and `last` (RFC 8288).',
  'header.etag': 'Identifies the present version of the record or answer, for use in `If-Match` and `If-None-Match`.',
  'header.location': 'Address of the new record in this interface.',
  'header.retry_after': 'Number of seconds after which to try again.',

  'security.basic': 'HTTP Basic with a user name and an application password, in which spaces do not matter.',
  'security.bearer': 'The application password alone, as a bearer token.',

  'date_details.year': 'Year, four digits.',
  'date_details.month': 'Month from `01` to `12`.',
  'date_details.day': 'Day of the month from `01` to `31`.',
  'date_details.hour': 'Hour from `00` to `23`.',
  'date_details.minutes': 'Minutes from `00` to `59`.',
  'date_details.seconds': 'Seconds from `00` to `59`.',

  'cost_details.currency_symbol': 'Currency symbol of the price; empty when none was given.',
  'cost_details.currency_code': 'Currency code according to ISO 4217; empty when unknown.',
  'cost_details.currency_position':
    'Position of the currency symbol: `prefix` before the amount, `postfix` after it; empty when no symbol was given.',
  'cost_details.values': 'The single amounts as strings, in ascending order.',

  'image.url': 'Address of the image at full size.',
  'image.id': 'Id of the image.',
  'image.extension': 'File name extension, such as `png`.',
  'image.width': 'Width of the full-size image in pixels.',
  'image.height': 'Height of the full-size image in pixels.',
  'image.filesize': 'Size of the full-size file in bytes.',
  'image.sizes': 'The smaller versions of the image by name of their size.',
  'image.file': 'Path of the full-size file in the image library.',

  'image_size.width': 'Width of this version in pixels.',
  'image_size.height': 'Height of this version in pixels.',
  'image_size.mime_type': 'Media type of this version, such as `image/png`.',
  'image_size.filesize': 'Size of this version’s file in bytes.',
  'image_size.url': 'Address of this version.',
  'image_size.source_url': 'Address of this version.',
  'image_size.file': 'Name of this version’s file.',

  'term.id': 'Id of the term, unique among categories and tags.',
  'term.count': 'Number of published events that carry the term.',
  'term.description': 'Description of the term; may be empty.',
  'term.name': 'Name of the term; `&`, `<` and `>` are written as HTML entities.',
  'term.slug': 'Last part of the term’s public address.',
  'term.taxonomy': 'Kind of the term: `tribe_events_cat` for categories, `post_tag` for tags.',
  'term.parent': 'Id of the parent category; 0 at the top level.',
  'term.urls': 'Addresses of the term in this interface.',
  'term.term_group': 'Number of the group of terms with the same meaning; 0 when there is none.',
  'term.term_taxonomy_id': 'Id of the term within its taxonomy.',
  'term.filter': 'Form in which the texts of the term are given; always `raw`.',

  'term_urls.self': 'Address of this term.',
  'term_urls.collection': 'Address of the list this term belongs to.',
  'term_urls.up': 'Address of the parent category; absent at the top level.',

  'link.href': 'Address that the relation leads to.',
  'custom_field.label': 'Name of the field as people read it.',
  'custom_field.value': 'Content of the field.',

  'error.code': 'Code of the error for programs; it does not depend on the language.',
  'error.message': 'Explanation of the error for people.',
  'error.data': 'Further details of the error.',
  'error.status': 'HTTP status of the answer.',
  'error.params': 'The parameters at fault: the names of missing ones, or each invalid one with the reason.',
  'error.details': 'For invalid parameters, where known, a code and a message of their own.',

  'response.200': 'The request was carried out; the body holds the result.',
  'response.201': 'The record was created; the body holds it, and the header `Location` names its address.',
  'response.304': 'The client’s copy is still current; the answer has no body.',
  'response.400': 'The request is malformed, or a parameter is missing or invalid; the error names each one at fault.',
  'response.401': 'Credentials are required, or those sent are not valid.',
  'response.403': 'The caller is known but lacks the right to do this, or the record is not accessible to the caller.',
  'response.404': 'There is no such record, page, namespace or route.',
  'response.410': 'The record is already in the trash.',
  'response.412': 'The record has changed since the ETag sent in `If-Match`; nothing was written.',
  'response.413': 'The body of the request is larger than allowed.',
  'response.414': 'The address of the request is longer than allowed.',
  'response.415': 'The body has a media type that is not supported.',
  'response.422': 'The request is well-formed but cannot be carried out with these contents.',
  'response.429': 'Too many requests in a short time; the header `Retry-After` says when to try again.',
  'response.431': 'The header fields of the request are larger than allowed.',
  'response.500': 'The server failed to carry out the request; the fault is not the client’s.',
  'response.503':
    'The server is overloaded or without its database for the moment; the header `Retry-After` says when to try again.',
  'response.507':
    'The disk of the server is full, and nothing was written; the header `Retry-After` says when to try again.',
} as const
