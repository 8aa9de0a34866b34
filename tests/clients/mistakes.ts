/**
 * Calls that must not compile with the types of the document, and what the compiler says of each. `openapi-fetch` infers the type of a
 * call from what is sent, so that what is there too much shows only by `satisfies`.
 */
export const mistakes: Readonly<Record<string, { readonly code: string; readonly says: RegExp }>> = {
  'misspelt-field': {
    code: "POST('/events', { body: { start_date: '2031-05-01', end_date: '2031-05-02', title: 'x', all_dya: true } satisfies NewEvent })",
    says: /'all_dya' does not exist/,
  },
  'missing-title': {
    code: "POST('/events', { body: { start_date: '2031-05-01', end_date: '2031-05-02' } })",
    says: /end_date: string; \}' is not assignable/,
  },
  'no-body': { code: "POST('/venues', {})", says: /'\{\}' is not assignable .* body: / },
  'wrong-type': {
    code: "PATCH('/events/{id}', { params: { path: { id: 1 } }, body: { featured: 'no' } })",
    says: /'boolean \| undefined'/,
  },
  'unknown-status': {
    code: "PATCH('/venues/{id}', { params: { path: { id: 1 } }, body: { status: 'published' } })",
    says: /"published"/,
  },
  'misspelt-nested-field': {
    code: "POST('/events', { body: { start_date: '2031-05-01', end_date: '2031-05-02', title: 'x', venue: { venue: 'Hall', citty: 'Paris' } } satisfies NewEvent })",
    says: /'citty' does not exist/,
  },
  'nested-without-name': {
    code: "POST('/events', { body: { start_date: '2031-05-01', end_date: '2031-05-02', title: 'x', organizer: [{ email: 'a@example.org' }] } })",
    says: /email: string; \}' is not assignable/,
  },
  'cleared-name': {
    code: "PATCH('/tags/{id}', { params: { path: { id: 1 } }, body: { name: null } })",
    says: /'null'/,
  },
  'missing-path-parameter': { code: "GET('/events/{id}', {})", says: /'\{\}' is not assignable .* path: / },
  'unknown-filter': {
    code: "GET('/events', { params: { query: { serach: 'x' } satisfies Filters } })",
    says: /'serach' does not exist/,
  },
  'unknown-path': { code: "GET('/happenings', {})", says: /happenings/ },
}
