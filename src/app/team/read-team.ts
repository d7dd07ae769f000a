import {ApiError} from '../../contract/errors.ts';
import {pictureFacts} from '../../contract/pictures.ts';
import {bytesText} from '../../lib/bytes.ts';
import {teamScreenMessages} from '../../messages/team-screen.ts';
import {sanitizeTeam} from '../kernel/sanitize.ts';
import {failureOf} from '../kernel/failure.ts';
import {pictureText} from '../../actions/picture-text.ts';
import type {Services} from '../kernel/services.ts';

/** Reads the team again, and its icon if that has changed. */
export async function readTeam(services: Services, signal?: AbortSignal): Promise<void> {
	await readRecord(services, signal);
	await readIcon(services, signal);
}

/** After a failure the known record stays, and its age is shown. */
async function readRecord({api, store, clock}: Services, signal?: AbortSignal): Promise<void> {
	try {
		const team = sanitizeTeam(await api.myTeam({}, {...(signal && {signal}), background: true}));
		store.dispatch({type: 'access/granted', team, at: clock.now()});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.reason === 'cancelled') return;
		const failure = failureOf(error);
		store.dispatch({type: 'access/teamFailed', failure});
		if (error.status === 401) store.dispatch({type: 'access/failed', failure});
	}
}

/** The longer side of a drawn icon, pixels. */
const iconSide = 24;
/** Larger icons are not read, bytes. */
const maxIconBytes = 4 * 1024 * 1024;

/** Reads and draws the icon unless it is already known. An icon that cannot be drawn is described. */
async function readIcon({api, store, frontEnd}: Services, signal?: AbortSignal): Promise<void> {
	const {team, icon} = store.getState().access;
	const imageId = team?.iconImageId;
	if (imageId === undefined || icon?.imageId === imageId) return;
	try {
		const {bytes} = await api.getImage({imageId}, {...(signal && {signal}), background: true});
		const facts = pictureFacts(bytes);
		const about = facts
			? pictureText(facts, bytes.length)
			: teamScreenMessages.unknownPicture(bytesText(bytes.length));
		const pixels = bytes.length <= maxIconBytes ? await frontEnd.picture(bytes, iconSide) : undefined;
		store.dispatch({type: 'access/iconRead', icon: {imageId, about, pixels}});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.reason === 'cancelled') return;
		store.dispatch({
			type: 'access/iconRead',
			icon: {imageId, about: failureOf(error).title, pixels: undefined},
		});
	}
}
