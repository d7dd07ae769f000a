import type {PictureFacts} from '../contract/pictures.ts';
import {bytesText} from '../lib/bytes.ts';

/** For example `image/png, 128x128, 12 KiB`. */
export function pictureText({type, width, height}: PictureFacts, bytes: number): string {
	const size = width === undefined || height === undefined ? '' : `, ${width}x${height}`;
	return `${type}${size}, ${bytesText(bytes)}`;
}
