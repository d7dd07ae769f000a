import {pictureFacts} from '../contract/pictures.ts';

/** The content type by the first bytes, whatever the sender called it. Undefined for what is no picture we know. */
export const imageType = (bytes: Uint8Array): string | undefined => pictureFacts(bytes)?.type;
