import type {Cell} from '../kernel/cells.ts';
import type {ListColumn} from '../kernel/columns.ts';

/** The data behind the columns: the team, these credentials, a member, an invitation, an application or a limit. */
export type ListedInTeam = {
	kind: string;
	name: string;
	about: (now: number) => Cell;
	email: string | undefined;
	/** Whether the address may be shown. */
	revealed: boolean;
	/** Whether two-factor authentication is required, if known. */
	factor: boolean | undefined;
};

/** The columns of the team, declared only here. */
export const teamColumns: readonly ListColumn<ListedInTeam>[] = [
	{
		id: 'kind',
		header: 'KIND',
		width: {min: 11, max: 11},
		priority: 0,
		value: ({kind}) => kind,
		style: () => 'faint',
	},
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 20},
		priority: 0,
		cut: 'middle',
		value: ({name}) => name,
	},
	{
		id: 'about',
		header: 'ABOUT',
		width: {min: 24, max: 60},
		priority: 1,
		isClear: true,
		value: ({about}, now) => about(now).text,
		style: ({about}, now) => about(now).tone,
	},
	{
		id: 'factor',
		header: '2FA',
		width: {min: 3, max: 4},
		priority: 2,
		value: ({factor}) => (factor === undefined ? '-' : factor ? 'on' : 'off'),
		style: ({factor}) => (factor === undefined ? 'faint' : factor ? 'online' : 'warning'),
	},
	{
		id: 'email',
		header: 'E-MAIL',
		width: {min: 8, max: 36},
		priority: 3,
		value: ({email, revealed}) => (email === undefined ? '-' : revealed ? email : 'hidden'),
		style: () => 'faint',
	},
];
