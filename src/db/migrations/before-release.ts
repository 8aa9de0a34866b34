/** What calendars have run that were made before the first release: together they made the schema of `0001-schema`. */
export const beforeRelease: readonly string[] = [
  ...['0001-initial', '0002-search-blocks', '0003-people', '0004-people-links', '0005-history', '0006-category-colors'],
  ...['0007-identities', '0008-merged', '0009-import-terms', '0010-orders', '0011-series', '0012-event-status'],
  ...['0013-submissions', '0014-submission-history', '0015-external-ids', '0016-import-items', '0017-long-events'],
  ...['0018-sources', '0019-undo-changes', '0020-submitted-events', '0021-told-submitters', '0022-former-slugs'],
]
