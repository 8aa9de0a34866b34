/** The part of an image that is kept: its corner and its size in pixels. */
export type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** How a part is chosen: the largest one divided by `zoom`, and its place from 0 (left, top) to 1 (right, bottom). */
export type Choice = { readonly ratio: number; readonly zoom: number; readonly across: number; readonly down: number }

type Size = { readonly width: number; readonly height: number }

/** The part of an image that a choice keeps. */
export const partOf = (image: Size, { ratio, zoom, across, down }: Choice): Part => {
  const width = Math.min(image.width, image.height * ratio) / zoom
  const height = width / ratio
  return { x: (image.width - width) * across, y: (image.height - height) * down, width, height }
}

/** Draws the part of an image so that it fills a canvas. */
export const drawPart = (canvas: HTMLCanvasElement, image: HTMLImageElement, part: Part): void => {
  const { x, y, width, height } = part
  const pen = canvas.getContext('2d')
  pen?.clearRect(0, 0, canvas.width, canvas.height)
  pen?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** The widest copy that is made; pages show no more. */
const maxWidth = 2048

/** Makes a file of a part of an image, in the format of the image if the browser can write it. */
export const cutOut = async (image: HTMLImageElement, part: Part, type: string, name: string): Promise<File> => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(part.width, maxWidth))
  canvas.height = Math.round((canvas.width * part.height) / part.width)
  drawPart(canvas, image, part)
  const wanted = type === 'image/png' || type === 'image/webp' ? type : 'image/jpeg'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, wanted, 0.92))
  if (!blob) throw new Error('The browser cannot make a picture of this size.')
  return new File([blob], `${name}.${blob.type.replace(/^.*\//, '')}`, { type: blob.type })
}

/** Loads an image from this server, whatever the host by which it is addressed: only then a canvas may be read. */
export const loadImage = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = new URL(new URL(url).pathname, location.origin).href
  await image.decode()
  return image
}
