import * as z from 'zod';
import {withSource} from '../sources.ts';
import {readVersion} from './node.ts';
import {type Fields, isFields} from '../wire-values.ts';

/** The specification only mentions version information: a record, or the bare version. */
export type VersionInfo = Fields & {version: string | undefined};

export const VersionInfo = z.transform((value: VersionInfo | null | undefined, context): VersionInfo => {
	if (value === undefined || value === null) {
		context.addIssue({code: 'custom', message: 'expected a version'});
		return z.NEVER;
	}
	const version = readVersion(value);
	return isFields(value) ? withSource({...value, version}, value) : {version};
});
