import * as z from 'zod';
import {readMoment, type Moment as MomentRead} from './moments.ts';
import {flagOf, idOf, numberOf, textOf, wordsOf} from './wire-values.ts';

/**
Returns the schema of a field that is read whatever it holds, so it never makes its record unreadable. `Sent` is the
type that the local service sends.
*/
export const field = <Sent, Read>(read: (value: unknown) => Read) =>
	z
		.custom<Sent>(() => true)
		.nullish()
		.transform((value): Read => read(value));

export const Text = field<string, string | undefined>(textOf);
export const Id = field<string, string | undefined>(idOf);
export const Count = field<number, number | undefined>(numberOf);
export const Flag = field<boolean, boolean | undefined>(flagOf);
export const Words = field<string[], string[] | undefined>(wordsOf);
export const Moment = field<string | number, MomentRead>(readMoment);

/** The id of a record. A record without one is unreadable. */
export const OwnId = z
	.custom<string>(value => idOf(value) !== undefined, 'expected an id')
	.transform((value: unknown) => idOf(value) ?? '');
