import {consoles} from './consoles.ts';
import {decoders} from './decoders.ts';
import {feeds} from './feed.ts';
import {files} from './files.ts';
import {journals} from './journals.ts';
import {queries} from './queries.ts';
import {service} from './service.ts';
import type {Target} from './target.ts';
import {texts} from './texts.ts';

/** Every codec and every reader of foreign data. */
export const targets: readonly Target[] = [
	...decoders,
	...texts,
	...files,
	...journals,
	...consoles,
	...queries,
	...feeds,
	...service,
];
