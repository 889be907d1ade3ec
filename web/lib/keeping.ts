// What a circle keeps, and what it is asked to keep no longer; for the album alone.
import { of, post } from './api.ts';

export const forget = (id: string, table: string) => post(`${of(id)}/forget`, { table });
export const forgetTexts = (id: string) => post(`${of(id)}/forget-texts`);
export const dissolve = (id: string) => post(`${of(id)}/dissolve`);
/** A circle from another Salon. */
export const bring = (file: Blob) => post<{ id: string }>('/circles', file);

export const albumFile = (id: string, language: string) => `/api${of(id)}/album.html?language=${language}`;
export const archiveFile = (id: string, language: string) => `/api${of(id)}/archive?language=${language}`;
