/** A fault that is put into the policy on purpose: one piece of a source file is replaced. */
export type Mutant = { readonly name: string; readonly file: string; readonly from: string; readonly to: string }

/** Each breaks one rule; the matrix must notice every one. */
export const mutants: readonly Mutant[] = [
  {
    name: 'whoever may edit may edit the records of others',
    file: 'src/core/policy.ts',
    from: 'if (subject.author_id !== caller.id || caller.id === 0) return false',
    to: '',
  },
  {
    name: 'contributors edit what is published',
    file: 'src/core/policy.ts',
    from: "return hasRight(caller, isPublished(subject) ? 'publish' : 'edit')",
    to: "return hasRight(caller, 'edit')",
  },
  {
    name: 'drafts of others can be read by id',
    file: 'src/core/policy.ts',
    from: "return subject.author_id === caller.id && hasRight(caller, 'edit')",
    to: "return hasRight(caller, 'edit')",
  },
  {
    name: 'the trash can be read by its owner, whoever that is',
    file: 'src/core/policy.ts',
    from: "if (subject.status === 'trash') return mayEdit(caller, subject)",
    to: "if (subject.status === 'trash') return subject.author_id === caller.id",
  },
  {
    name: 'lists show everything to everybody',
    file: 'src/core/policy.ts',
    from: "const isPublic = eb(column('status'), '=', 'publish' as never)",
    to: 'const isPublic = eb.lit(true)',
  },
  {
    name: 'lists show contributors what is scheduled by others',
    file: 'src/core/policy.ts',
    from: 'return eb.or([isPublic, eb.and([isOwn, eb.not(wasPublished)])])',
    to: "return eb.or([isPublic, eb(column('status'), '=', 'future' as never), eb.and([isOwn, eb.not(wasPublished)])])",
  },
  {
    name: 'authors manage tags',
    file: 'src/resources/events/linked-terms.ts',
    from: "taxonomy === 'category' ? 'publish' : 'edit-others'",
    to: "'publish' as const",
  },
  {
    name: 'anybody may name another author',
    file: 'src/resources/shared/post-publication.ts',
    from: "if (!hasRight(caller, 'edit-others')) throw forbidden(caller, 'You may not name another author.')",
    to: '',
  },
  {
    name: 'contributors make records private',
    file: 'src/resources/shared/post-publication.ts',
    from: "if (status === 'private') throw forbidden(caller, 'You may not make records private.')",
    to: '',
  },
  {
    name: 'contributors publish',
    file: 'src/resources/shared/post-publication.ts',
    from: "return status === 'publish' || status === 'future' ? 'pending' : status",
    to: 'return status',
  },
  {
    name: 'hidden venues are embedded',
    file: 'src/resources/events/relations.ts',
    from: '.where((eb) => readable({ role, id: param(({ caller }) => caller.id) }, table)(eb as never))',
    to: '',
  },
  {
    name: 'the filters venue and organizer tell of hidden ones',
    file: 'src/resources/events/link-rules.ts',
    from: ".where((eb) => readable(caller, table as 'venue')(eb))",
    to: '',
  },
  {
    name: 'the venues of hidden events are told',
    file: 'src/resources/shared/linked-filters.ts',
    from: ".where((inner) => readable(caller, 'event')(inner as never))",
    to: '',
  },
  {
    name: 'the terms of hidden events are told',
    file: 'src/resources/shared/term-filters.ts',
    from: ".where((inner) => readable(caller, 'event')(inner as unknown as ExpressionBuilder<Schema, 'event'>))",
    to: '',
  },
  {
    name: 'authors change and delete the images of others',
    file: 'src/resources/media/operations.ts',
    from: "if (!mayEdit(context.caller, { author_id: row.author_id, status: 'publish', trashed_from: '' })) {",
    to: 'if (false) {',
  },
  {
    name: 'contributors give images by their address',
    file: 'src/resources/shared/image-input.ts',
    from: "requireRight(context.caller, 'publish', 'You may not give an image by its address; give the id of an uploaded one.')",
    to: '',
  },
  {
    name: 'a refused nested record stays',
    file: 'src/db/shared-transactions.ts',
    from: '    .rollback()',
    to: '    .commit()',
  },
  {
    name: 'who reads a post below wp/v2 gets its stored texts',
    file: 'src/resources/wordpress/posts.ts',
    from: 'if (wantsRaw(values) && !mayEditRecord(context, record)) refuseRaw(context)',
    to: '',
  },
  {
    name: 'lists below wp/v2 show the stored texts of all posts',
    file: 'src/resources/wordpress/posts.ts',
    from: 'hasRaw && mayEditRecord(context, record)',
    to: 'hasRaw',
  },
  {
    name: 'editors read the settings',
    file: 'src/resources/wordpress/settings.ts',
    from: "right: 'administer', answer: showSettings",
    to: "right: 'edit-others', answer: showSettings",
  },
  {
    name: 'posts are created as they were not asked for',
    file: 'src/resources/wordpress/posts.ts',
    from: "{ status: 'draft', ...rename(values) }",
    to: 'rename(values)',
  },
]
