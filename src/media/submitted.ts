import type { Db } from '../db/database.ts'

/**
 * The address under which writes know the picture of a submission, which is in no library before the event is approved. No client can name
 * it: addresses that clients send begin with http.
 */
export const submittedImage = (submissionId: number): string => `submission:${submissionId}`

const form = /^submission:(\d+)$/

/** Whether an address is one of {@link submittedImage}. */
export const isSubmitted = (url: string): boolean => form.test(url)

/** The title and the file of the picture with such an address; undefined when it was withdrawn meanwhile. */
export const findSubmitted = async (
  { kysely }: Db,
  url: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined> => {
  const id = Number(form.exec(url)?.[1] ?? 0)
  const query = kysely.selectFrom('submission').select(['picture', 'picture_name']).where('id', '=', id)
  const row = await query.executeTakeFirst()
  return row?.picture ? { name: row.picture_name, bytes: row.picture } : undefined
}
