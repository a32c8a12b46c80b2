/**
 * The files of a drop, folders walked. The entries must be taken inside the event, before the first await: afterwards the
 * browser has emptied the list.
 */
export async function collectDropped(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = [...data.files];
  if (!entries.some((entry) => entry.isDirectory)) return files;
  return (await import('./walk-folders')).walkFolders(entries);
}
