import * as z from 'zod';
import {applicationUserShape, readMember, teamShape, type Member, type SentMember} from '../shapes/team.ts';
import {readList, recordOf, schemaOf} from './common.ts';
import {peopleIn} from './people.ts';

const TeamMember = z
	.custom<SentMember>(() => true)
	.transform((value: unknown, context): Member => {
		const member = readMember(value);
		if (member) return member;
		context.addIssue({code: 'custom', message: 'expected an id'});
		return z.NEVER;
	});

export const ApplicationUser = schemaOf(applicationUserShape);
export type ApplicationUser = z.output<typeof ApplicationUser>;

export const Team = recordOf(
	['team'],
	schemaOf(teamShape).transform(({members, ...team}) => {
		const {items, unreadable} = readList(TeamMember, peopleIn(members));
		return {...team, members: items, ...(unreadable.length > 0 && {unreadableMembers: unreadable})};
	}),
);
export type Team = z.output<typeof Team>;
