import {UsageError} from '../../lib/usage-error.ts';
import {serveMessages} from '../../messages/cli-serve.ts';
import {highestLimit, usualLimits, type ServiceLimits} from '../../service/limits.ts';
import {usualConnectionLimits, type ConnectionLimits} from '../../service/serving/connection-limits.ts';
import {wholeNumber} from '../service-folder.ts';

const known = {...usualLimits, ...usualConnectionLimits};

/** The names of all limits, for people. */
export const limitNames = Object.keys(known).join(', ');

/** Reads `--limit`: `name=value` each. Throws `UsageError`. */
export function readLimits(texts: readonly string[]): Partial<ServiceLimits & ConnectionLimits> {
	return Object.fromEntries(
		texts.map(text => {
			const [name = '', value = ''] = text.split('=', 2);
			if (!Object.hasOwn(known, name)) throw new UsageError(serveMessages.unknownLimit(limitNames));
			return [name, wholeNumber(value, serveMessages.limitOption(name), 1, highestLimit(name))];
		}),
	);
}
