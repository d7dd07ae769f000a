import * as z from 'zod';
import {maybe, Moment, readList} from './common.ts';

const TeamMember = z.looseObject({
	id: z.string(),
	name: maybe(z.string()),
	email: maybe(z.string()),
	imageId: maybe(z.string()),
	permissions: maybe(z.array(z.string())),
	twoFAEnabled: maybe(z.boolean()),
});
const TeamInvite = z.looseObject({
	id: maybe(z.string()),
	name: maybe(z.string()),
	email: maybe(z.string()),
	invitedAt: Moment,
	expired: maybe(z.boolean()),
});
const members = <Schema extends z.ZodType>(item: Schema) =>
	z
		.array(z.unknown())
		.nullish()
		.transform(records => readList(item, records ?? []).items);

/** Only `id` is certain: the specification does not show the record. */
export const Team = z.looseObject({
	id: z.string().min(1),
	name: maybe(z.string()),
	iconImageId: maybe(z.string()),
	owner: maybe(TeamMember),
	members: members(TeamMember),
	invitedMembers: members(TeamInvite),
	applications: maybe(z.record(z.string(), z.array(z.string()))),
	inviteCode: maybe(z.string()),
	limits: maybe(z.record(z.string(), z.unknown())),
});
export type Team = z.output<typeof Team>;
