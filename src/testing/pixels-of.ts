/** Decodes an image. Colors under transparent pixels are lost: for those, use `decodeRgbaPng`. */
export async function pixelsOf(file: Blob) {
  const image = await createImageBitmap(file);
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('No canvas');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return {
    width,
    height,
    data,
    at: (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)],
  };
}
