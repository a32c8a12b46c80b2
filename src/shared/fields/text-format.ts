/** Format of a text field; each has its control in `text-field.tsx`. */
export type TextFormat =
  | 'plain'
  | 'long'
  | 'uri'
  | 'email'
  | 'uuid'
  | 'color'
  | 'date'
  | 'date-time'
  | 'time'
  | 'secret';
