import {failureMessages} from '../../messages/failures.ts';
import type {Failure} from './failure.ts';
import type {Message} from '../../messages/text.ts';

/** A paragraph shown in place of a list that has no rows. */
export type Paragraph = {text: Message; tone: 'plain' | 'faint' | 'danger' | 'failure'};

/** Returns what a list shows if it was never read because it was refused, is unreachable, or failed. */
export function errorView({title, hint, key: errorKey, status, request}: Failure): Paragraph[] {
	return [
		{text: kindOf(status), tone: 'danger'},
		{text: title, tone: 'plain'},
		...(errorKey === undefined ? [] : [{text: errorKey, tone: 'failure'} as const]),
		...(hint === undefined ? [] : [{text: hint, tone: 'plain'} as const]),
		{text: failureMessages.footer(request), tone: 'faint'},
	];
}

function kindOf(status: number | undefined): string {
	if (status === 401) return failureMessages.notSignedIn;
	if (status === 403) return failureMessages.notAllowed;
	return status === undefined ? failureMessages.notReached : 'Failed';
}
