/** The largest file that the server accepts. */
const limit = 10 * 1024 * 1024

/** The longest side of a photo that is made smaller; pages show no more than half of it. */
const longest = 4096

/**
 * Makes a photo fit the server's limit: one that is too large is scaled down, upright. Other files are sent unchanged, and
 * the server reports what is wrong with them.
 */
export const fitLimit = async (file: File): Promise<File> => {
  if (file.size <= limit || file.type !== 'image/jpeg') return file
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, file.type, 0.85))
  return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file
}
