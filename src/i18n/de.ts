import type { Catalogue } from './catalogue.ts'

/** The German descriptions; a missing key does not compile (contract, B1.4). */
export const de: Catalogue = {
  'list.page': 'Nummer der gewünschten Seite, eine positive ganze Zahl; Vorgabe 1.',
  'list.per_page':
    'Anzahl der Datensätze je Seite, eine positive ganze Zahl; Vorgabe 10. Ein Wert über dem Höchstwert der Site, in der Regel 50, wird auf diesen gesenkt.',
  'list.rest_url': 'Adresse dieser Liste mit den wirksamen Filtern.',
  'list.next_rest_url': 'Adresse der nächsten Seite mit denselben Filtern; fehlt auf der letzten Seite.',
  'list.previous_rest_url': 'Adresse der vorigen Seite mit denselben Filtern; fehlt auf der ersten Seite.',
  'list.total': 'Anzahl der Datensätze auf allen Seiten, die den Filtern entsprechen und die der Aufrufer lesen darf.',
  'list.total_pages': 'Anzahl der Seiten bei der aktuellen Seitengröße; 0, wenn nichts passt.',
  'list.items': 'Die Datensätze dieser Seite in der Reihenfolge der Liste.',

  'event.filter.start_date':
    'Nur Veranstaltungen, die zu oder nach diesem Zeitpunkt beginnen; er gilt in der Zeitzone der Site, sofern er keinen Versatz trägt. Vorgabe: gestern um 00:00:00. Er wird auf den Beginn seines Tages verschoben, sofern `strict_dates` nicht `true` ist.',
  'event.filter.end_date':
    'Nur Veranstaltungen, die zu oder vor diesem Zeitpunkt beginnen; er gilt in der Zeitzone der Site, sofern er keinen Versatz trägt. Vorgabe: heute in 24 Monaten um 23:59:59. Er wird auf das Ende seines Tages verschoben, sofern `strict_dates` nicht `true` ist.',
  'event.filter.starts_before':
    'Nur Veranstaltungen, die vor diesem Zeitpunkt beginnen; er wird auf 23:59:59 seines Tages verschoben, sofern `strict_dates` nicht `true` ist. Wird der Parameter gesendet, entfallen die Vorgaben von `start_date` und `end_date`.',
  'event.filter.starts_after':
    'Nur Veranstaltungen, die nach diesem Zeitpunkt beginnen; er wird auf 23:59:59 seines Tages verschoben, sofern `strict_dates` nicht `true` ist. Wird der Parameter gesendet, entfallen die Vorgaben von `start_date` und `end_date`.',
  'event.filter.ends_before':
    'Nur Veranstaltungen, die vor diesem Zeitpunkt enden; er wird auf 23:59:59 seines Tages verschoben, sofern `strict_dates` nicht `true` ist. Wird der Parameter gesendet, entfallen die Vorgaben von `start_date` und `end_date`.',
  'event.filter.ends_after':
    'Nur Veranstaltungen, die nach diesem Zeitpunkt enden; er wird auf 23:59:59 seines Tages verschoben, sofern `strict_dates` nicht `true` ist. Wird der Parameter gesendet, entfallen die Vorgaben von `start_date` und `end_date`.',
  'event.filter.strict_dates':
    'Ob Datumsfilter sekundengenau gelten, statt auf ganze Tage erweitert zu werden; Vorgabe `false`.',
  'event.filter.search':
    'Nur Veranstaltungen, in deren Titel, Beschreibung oder Auszug jedes angegebene Wort vorkommt, ohne Rücksicht auf Groß- und Kleinschreibung und Akzente; höchstens 200 Zeichen.',
  'event.filter.categories':
    'Nur Veranstaltungen in mindestens einer dieser Kategorien oder ihrer Unterkategorien, angegeben als ID, Slug oder Name, als Array oder kommagetrennt. Eine unbekannte Kategorie ist ein Fehler.',
  'event.filter.tags':
    'Nur Veranstaltungen mit mindestens einem dieser Schlagwörter, angegeben als ID, Slug oder Name, als Array oder kommagetrennt. Ein unbekanntes Schlagwort ist ein Fehler.',
  'event.filter.venue':
    'Nur Veranstaltungen an einem der Orte mit diesen IDs, als Array oder kommagetrennt. Eine unbekannte ID ist ein Fehler.',
  'event.filter.organizer':
    'Nur Veranstaltungen eines der Veranstalter mit diesen IDs, als Array oder kommagetrennt. Eine unbekannte ID ist ein Fehler.',
  'event.filter.featured':
    '`true`: nur hervorgehobene Veranstaltungen; `false`: nur nicht hervorgehobene. Ohne den Parameter werden beide geliefert.',
  'event.filter.geoloc':
    '`true`: nur Veranstaltungen, deren Ort Koordinaten hat; `false`: nur solche, deren Ort keine hat.',
  'event.filter.geoloc_lat':
    'Breitengrad des Suchmittelpunkts in Dezimalgrad, von -90 bis 90; muss zusammen mit `geoloc_lng` gesendet werden.',
  'event.filter.geoloc_lng':
    'Längengrad des Suchmittelpunkts in Dezimalgrad, von -180 bis 180; muss zusammen mit `geoloc_lat` gesendet werden.',
  'event.filter.geoloc_distance':
    'Suchradius in Kilometern um `geoloc_lat` und `geoloc_lng`, gemessen entlang des Großkreises; Vorgabe 25.',
  'event.filter.include':
    'Nur die Veranstaltungen mit diesen IDs, als Array oder kommagetrennt. Die Datumsfilter bleiben dann unbeachtet, und die Liste ist nach Veröffentlichungsdatum geordnet.',
  'event.filter.free':
    '`true`: nur Veranstaltungen, die nichts kosten (jeder Preis ist null, oder die Kosten sind ein Wort dafür, etwa `free` oder `kostenlos`); `false`: alle anderen.',
  'event.filter.post_parent': 'Nur Veranstaltungen, deren übergeordnete Veranstaltung diese ID hat.',
  'event.filter.ticketed':
    'Dem Kartenverkauf vorbehalten, den dieser Server nicht anbietet: `false` bleibt ohne Wirkung, `true` ist ein Fehler.',
  'event.filter.status':
    'Nur Datensätze mit einem dieser Status, als Array oder kommagetrennt: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Vorgabe: alles, was der Aufrufer außerhalb des Papierkorbs lesen darf; anonyme Aufrufer dürfen nur `publish` verlangen.',

  'event.path.id': 'ID des Datensatzes: eine oder mehrere Dezimalziffern.',
  'event.path.slug': 'Slug des Datensatzes; Groß- und Kleinschreibung spielt keine Rolle.',

  'event.field.author':
    'ID des Benutzers, der als Autor geführt wird; Vorgabe: der Aufrufer. Einen anderen Benutzer anzugeben erfordert das Recht, Datensätze anderer zu bearbeiten.',
  'event.field.date':
    'Veröffentlichungsdatum in der Zeitzone der Site, sofern es keinen Versatz trägt; Vorgabe: jetzt. Liegt es in der Zukunft, wird ein zu veröffentlichender Datensatz für diesen Zeitpunkt eingeplant.',
  'event.field.date_utc': 'Veröffentlichungsdatum in UTC; kann anstelle von `date` gesendet werden.',
  'event.field.description':
    'Vollständige Beschreibung als HTML; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',
  'event.field.excerpt':
    'Kurze Zusammenfassung als HTML; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',
  'event.field.status':
    'Status des Datensatzes: `publish`, `future`, `draft`, `pending`, `private` oder `trash`. Vorgabe beim Anlegen: `publish`, oder `draft`, wenn der Aufrufer nicht veröffentlichen darf.',
  'event.field.image':
    'Beitragsbild: die ID eines hochgeladenen Bildes oder eine http(s)-URL, von der es geladen wird. Ein leerer Wert entfernt das Bild.',
  'event.field.website': 'Absolute URL der Website; ein leerer Wert löscht sie.',
  'event.field.title': 'Titel der Veranstaltung als reiner Text; beim Anlegen erforderlich.',
  'event.field.slug':
    'Letzter Teil der Adresse der Veranstaltung. Fehlt er beim Anlegen, wird er aus dem Titel gebildet; ist er schon vergeben, wird eine Zahl angehängt.',
  'event.field.timezone':
    'Zeitzone der Veranstaltung: ein IANA-Name wie `Europe/Paris` oder ein Versatz wie `UTC+2`. Vorgabe beim Anlegen: die Zeitzone der Site.',
  'event.field.all_day':
    'Ob die Veranstaltung ganze Tage dauert: Der Beginn wird dann auf 00:00:00 und das Ende auf 23:59:59 des jeweiligen Tages gesetzt. Vorgabe `false`.',
  'event.field.start_date':
    'Beginn der Veranstaltung in ihrer eigenen `timezone`, sofern der Text keinen Versatz trägt; beim Anlegen erforderlich. Verstanden werden Texte nach ISO 8601, Unix-Zeitstempel und englische Wendungen wie `tomorrow 9am`.',
  'event.field.end_date':
    'Ende der Veranstaltung in denselben Formen wie `start_date`; beim Anlegen erforderlich und nie vor dem Beginn.',
  'event.field.cost':
    'Preis als Text, auf Wunsch mit Währungssymbol, etwa `$20`, oder ein Array mehrerer Preise. Ohne Symbol wird die Währung der Site angezeigt; ein leerer Wert löscht den Preis.',
  'event.field.show_map': 'Ob die Seite der Veranstaltung eine Karte des Ortes zeigt; Vorgabe beim Anlegen: `true`.',
  'event.field.show_map_link':
    'Ob die Seite der Veranstaltung auf eine Karte des Ortes verweist; Vorgabe beim Anlegen: `true`.',
  'event.field.hide_from_listings':
    'Ob die Veranstaltung aus allen Listen herausgehalten wird; über ID und Slug bleibt sie lesbar. Vorgabe beim Anlegen: `false`.',
  'event.field.sticky': 'Ob die Veranstaltung in der Kalenderansicht zuerst steht; Vorgabe beim Anlegen: `false`.',
  'event.field.featured': 'Ob die Veranstaltung auf der Site hervorgehoben wird; Vorgabe beim Anlegen: `false`.',
  'event.field.categories':
    'Kategorien der Veranstaltung als ID, Slug oder Name, als Array oder kommagetrennt. Sie ersetzen die vorhandenen, noch unbekannte Namen werden angelegt, und ein leerer Wert entfernt alle.',
  'event.field.tags':
    'Schlagwörter der Veranstaltung als ID, Slug oder Name, als Array oder kommagetrennt. Sie ersetzen die vorhandenen, noch unbekannte Namen werden angelegt, und ein leerer Wert entfernt alle.',
  'event.field.venue':
    'Ort der Veranstaltung: eine ID, eine Liste von IDs oder ein Objekt mit Feldern eines Ortes, der zusammen mit der Veranstaltung angelegt wird. Ein leerer Wert löst die Verknüpfung.',
  'event.field.organizer':
    'Veranstalter: eine ID, eine Liste von IDs oder Objekte mit Feldern von Veranstaltern, die zusammen mit der Veranstaltung angelegt werden. Ein leerer Wert löst die Verknüpfungen.',
  'event.field.post_parent':
    'ID der übergeordneten Veranstaltung; ein leerer Wert löst die Verknüpfung. Eine Veranstaltung kann sich nicht selbst über- oder untergeordnet sein.',

  'event.record.id': 'ID des Datensatzes, eindeutig unter Veranstaltungen, Orten, Veranstaltern und Bildern.',
  'event.record.global_id': 'Kennung des Datensatzes über Sites hinweg: Host und Pfad der Site, gefolgt von der ID.',
  'event.record.global_id_lineage': 'Alle globalen Kennungen, die der Datensatz je hatte, beginnend mit der jetzigen.',
  'event.record.author': 'ID des Autors als Zeichenkette aus Ziffern.',
  'event.record.status': 'Status des Datensatzes: `publish`, `future`, `draft`, `pending`, `private` oder `trash`.',
  'event.record.date': 'Veröffentlichungsdatum in der Zeitzone der Site, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.date_utc':
    'Veröffentlichungsdatum in UTC, als `YYYY-MM-DD HH:MM:SS`; nur Nullen, solange ein unveröffentlichter Datensatz kein Datum hat.',
  'event.record.modified': 'Zeitpunkt der letzten Änderung in der Zeitzone der Site, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.modified_utc': 'Zeitpunkt der letzten Änderung in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.url': 'Adresse der öffentlichen Seite des Datensatzes.',
  'event.record.slug': 'Letzter Teil der öffentlichen Adresse des Datensatzes.',
  'event.record.json_ld':
    'Der Datensatz als strukturierte Daten nach schema.org in JSON-LD; nur vorhanden, wenn ein einzelner Datensatz gelesen wird.',
  'event.record.rest_url': 'Adresse der Veranstaltung in dieser Schnittstelle.',
  'event.record.title': 'Titel der Veranstaltung; `&`, `<` und `>` sind als HTML-Entitäten geschrieben.',
  'event.record.description': 'Vollständige Beschreibung als HTML; kann leer sein.',
  'event.record.excerpt': 'Kurze Zusammenfassung als HTML; kann leer sein.',
  'event.record.image': 'Beitragsbild oder `false`, wenn es keines gibt.',
  'event.record.all_day': 'Ob die Veranstaltung ganze Tage dauert.',
  'event.record.start_date': 'Beginn in der Zeitzone der Veranstaltung, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.start_date_details': 'Die Bestandteile von `start_date`.',
  'event.record.end_date': 'Ende in der Zeitzone der Veranstaltung, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.end_date_details': 'Die Bestandteile von `end_date`.',
  'event.record.utc_start_date': 'Beginn in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_start_date_details': 'Die Bestandteile von `utc_start_date`.',
  'event.record.utc_end_date': 'Ende in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_end_date_details': 'Die Bestandteile von `utc_end_date`.',
  'event.record.timezone': 'Zeitzone der Veranstaltung: ein IANA-Name oder ein Versatz wie `UTC+2`.',
  'event.record.timezone_abbr': 'Abkürzung der Zeitzone, die zu Beginn der Veranstaltung gilt, etwa `CET`.',
  'event.record.cost': 'Preis in Anzeigeform, als einzelner Betrag oder Spanne; leer, wenn keiner angegeben ist.',
  'event.record.cost_details': 'Die Bestandteile von `cost`.',
  'event.record.website': 'Adresse der Website der Veranstaltung; hat sie keine, ihre eigene `url`.',
  'event.record.show_map': 'Ob die Seite der Veranstaltung eine Karte des Ortes zeigt.',
  'event.record.show_map_link': 'Ob die Seite der Veranstaltung auf eine Karte des Ortes verweist.',
  'event.record.hide_from_listings': 'Ob die Veranstaltung aus allen Listen herausgehalten wird.',
  'event.record.sticky': 'Ob die Veranstaltung in der Kalenderansicht zuerst steht.',
  'event.record.featured': 'Ob die Veranstaltung auf der Site hervorgehoben wird.',
  'event.record.categories': 'Kategorien der Veranstaltung, nach Namen geordnet.',
  'event.record.tags': 'Schlagwörter der Veranstaltung, nach Namen geordnet.',
  'event.record.venue':
    'Ort der Veranstaltung: ein Objekt, ein Array, wenn es mehrere sind, oder ein leeres Array, wenn es keinen gibt.',
  'event.record.organizer': 'Veranstalter, immer als Array.',
  'event.record.custom_fields':
    'Zusätzliche Felder nach Namen, jeweils mit `label` und `value`; ein leeres Array, wenn es keine gibt.',

  'event.operation.list': 'Veranstaltungen auflisten',
  'event.operation.create': 'Eine Veranstaltung anlegen',
  'event.operation.read': 'Eine Veranstaltung lesen',
  'event.operation.update': 'Eine Veranstaltung ändern',
  'event.operation.delete': 'Eine Veranstaltung löschen',
  'event.operation.read_by_slug': 'Eine Veranstaltung über ihren Slug lesen',
  'event.operation.update_by_slug': 'Eine Veranstaltung über ihren Slug ändern',
  'event.operation.delete_by_slug': 'Eine Veranstaltung über ihren Slug löschen',

  'venue.filter.status':
    'Nur Datensätze mit einem dieser Status, als Array oder kommagetrennt: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Vorgabe: alles, was der Aufrufer außerhalb des Papierkorbs lesen darf; anonyme Aufrufer dürfen nur `publish` verlangen.',
  'venue.filter.search':
    'Nur Orte, bei denen ein einzelnes Feld (Name, Beschreibung, Auszug, ein Teil der Anschrift oder Telefon) alle angegebenen Wörter enthält, ohne Rücksicht auf Groß- und Kleinschreibung und Akzente; höchstens 200 Zeichen.',
  'venue.filter.event':
    'Nur Datensätze, die mit der Veranstaltung mit dieser ID verknüpft sind. Eine unbekannte ID ist ein Fehler.',
  'venue.filter.has_events':
    '`true`: nur Datensätze, die mit mindestens einer Veranstaltung verknüpft sind; `false`: nur solche ohne Veranstaltungen.',
  'venue.filter.only_with_upcoming':
    '`true`: nur Datensätze, die mit mindestens einer Veranstaltung verknüpft sind, die jetzt oder später beginnt; Vorgabe `false`.',

  'venue.path.id': 'ID des Datensatzes: eine oder mehrere Dezimalziffern.',
  'venue.path.slug': 'Slug des Datensatzes; Groß- und Kleinschreibung spielt keine Rolle.',

  'venue.field.author':
    'ID des Benutzers, der als Autor geführt wird; Vorgabe: der Aufrufer. Einen anderen Benutzer anzugeben erfordert das Recht, Datensätze anderer zu bearbeiten.',
  'venue.field.date':
    'Veröffentlichungsdatum in der Zeitzone der Site, sofern es keinen Versatz trägt; Vorgabe: jetzt. Liegt es in der Zukunft, wird ein zu veröffentlichender Datensatz für diesen Zeitpunkt eingeplant.',
  'venue.field.date_utc': 'Veröffentlichungsdatum in UTC; kann anstelle von `date` gesendet werden.',
  'venue.field.description':
    'Vollständige Beschreibung als HTML; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',
  'venue.field.excerpt':
    'Kurze Zusammenfassung als HTML; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',
  'venue.field.status':
    'Status des Datensatzes: `publish`, `future`, `draft`, `pending`, `private` oder `trash`. Vorgabe beim Anlegen: `publish`, oder `draft`, wenn der Aufrufer nicht veröffentlichen darf.',
  'venue.field.image':
    'Beitragsbild: die ID eines hochgeladenen Bildes oder eine http(s)-URL, von der es geladen wird. Ein leerer Wert entfernt das Bild.',
  'venue.field.website': 'Absolute URL der Website; ein leerer Wert löscht sie.',
  'venue.field.phone': 'Telefonnummer als freier Text; ein leerer Wert löscht sie.',
  'venue.field.venue': 'Name des Ortes als reiner Text; beim Anlegen erforderlich.',
  'venue.field.show_map':
    'Ob mit diesem Ort verknüpfte Veranstaltungen eine Karte zeigen: `true` oder `false`; Vorgabe beim Anlegen: `true`.',
  'venue.field.show_map_link':
    'Ob mit diesem Ort verknüpfte Veranstaltungen einen Link zu einer Karte zeigen: `true` oder `false`; Vorgabe beim Anlegen: `true`.',
  'venue.field.address': 'Straße und Hausnummer; ein leerer Wert löscht sie.',
  'venue.field.city': 'Stadt oder Gemeinde; ein leerer Wert löscht sie.',
  'venue.field.country': 'Name des Landes; ein leerer Wert löscht ihn.',
  'venue.field.province': 'Provinz, für Länder mit Provinzen; ein leerer Wert löscht sie.',
  'venue.field.state': 'Bundesstaat, für Länder mit Bundesstaaten; ein leerer Wert löscht ihn.',
  'venue.field.zip': 'Postleitzahl als Text; ein leerer Wert löscht sie.',
  'venue.field.stateprovince':
    'Bundesstaat oder Provinz, je nachdem, was das Land hat; wird aus `state` oder `province` übernommen, wenn nicht gesendet.',
  'venue.field.geo_lat':
    'Breitengrad in Dezimalgrad, von -90 bis 90; muss zusammen mit `geo_lng` gesendet werden. Ein leerer Wert löscht ihn.',
  'venue.field.geo_lng':
    'Längengrad in Dezimalgrad, von -180 bis 180; muss zusammen mit `geo_lat` gesendet werden. Ein leerer Wert löscht ihn.',

  'venue.record.id': 'ID des Datensatzes, eindeutig unter Veranstaltungen, Orten, Veranstaltern und Bildern.',
  'venue.record.global_id': 'Kennung des Datensatzes über Sites hinweg: Host und Pfad der Site, gefolgt von der ID.',
  'venue.record.global_id_lineage': 'Alle globalen Kennungen, die der Datensatz je hatte, beginnend mit der jetzigen.',
  'venue.record.author': 'ID des Autors als Zeichenkette aus Ziffern.',
  'venue.record.status': 'Status des Datensatzes: `publish`, `future`, `draft`, `pending`, `private` oder `trash`.',
  'venue.record.date': 'Veröffentlichungsdatum in der Zeitzone der Site, als `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.date_utc':
    'Veröffentlichungsdatum in UTC, als `YYYY-MM-DD HH:MM:SS`; nur Nullen, solange ein unveröffentlichter Datensatz kein Datum hat.',
  'venue.record.modified': 'Zeitpunkt der letzten Änderung in der Zeitzone der Site, als `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.modified_utc': 'Zeitpunkt der letzten Änderung in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.url': 'Adresse der öffentlichen Seite des Datensatzes.',
  'venue.record.slug': 'Letzter Teil der öffentlichen Adresse des Datensatzes.',
  'venue.record.json_ld':
    'Der Datensatz als strukturierte Daten nach schema.org in JSON-LD; nur vorhanden, wenn ein einzelner Datensatz gelesen wird.',
  'venue.record.description': 'Vollständige Beschreibung als HTML; fehlt, wenn sie leer ist.',
  'venue.record.excerpt': 'Kurze Zusammenfassung als HTML; fehlt, wenn sie leer ist.',
  'venue.record.image': 'Beitragsbild; fehlt, wenn es keines gibt.',
  'venue.record.phone': 'Telefonnummer; fehlt, wenn sie leer ist.',
  'venue.record.website': 'Adresse der Website; fehlt, wenn sie leer ist.',
  'venue.record.venue': 'Name des Ortes; `&`, `<` und `>` sind als HTML-Entitäten geschrieben.',
  'venue.record.address': 'Straße und Hausnummer; fehlt, wenn leer.',
  'venue.record.city': 'Stadt oder Gemeinde; fehlt, wenn leer.',
  'venue.record.country': 'Name des Landes; fehlt, wenn leer.',
  'venue.record.province': 'Provinz; fehlt, wenn leer.',
  'venue.record.state': 'Bundesstaat; fehlt, wenn leer.',
  'venue.record.zip': 'Postleitzahl; fehlt, wenn leer.',
  'venue.record.stateprovince': 'Bundesstaat oder Provinz, je nachdem, was das Land hat; fehlt, wenn leer.',
  'venue.record.geo_lat': 'Breitengrad in Dezimalgrad; fehlt, wenn der Ort keine Koordinaten hat.',
  'venue.record.geo_lng': 'Längengrad in Dezimalgrad; fehlt, wenn der Ort keine Koordinaten hat.',
  'venue.record.show_map': 'Ob mit diesem Ort verknüpfte Veranstaltungen eine Karte zeigen.',
  'venue.record.show_map_link': 'Ob mit diesem Ort verknüpfte Veranstaltungen einen Link zu einer Karte zeigen.',

  'venue.operation.list': 'Orte auflisten',
  'venue.operation.create': 'Einen Ort anlegen',
  'venue.operation.read': 'Einen Ort lesen',
  'venue.operation.update': 'Einen Ort ändern',
  'venue.operation.delete': 'Einen Ort löschen',
  'venue.operation.read_by_slug': 'Einen Ort über seinen Slug lesen',
  'venue.operation.update_by_slug': 'Einen Ort über seinen Slug ändern',
  'venue.operation.delete_by_slug': 'Einen Ort über seinen Slug löschen',

  'organizer.filter.status':
    'Nur Datensätze mit einem dieser Status, als Array oder kommagetrennt: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Vorgabe: alles, was der Aufrufer außerhalb des Papierkorbs lesen darf; anonyme Aufrufer dürfen nur `publish` verlangen.',
  'organizer.filter.search':
    'Nur Veranstalter, bei denen ein einzelnes Feld (Name, Beschreibung, Auszug, Telefon, Website oder E-Mail) alle angegebenen Wörter enthält, ohne Rücksicht auf Groß- und Kleinschreibung und Akzente; höchstens 200 Zeichen.',
  'organizer.filter.event':
    'Nur Datensätze, die mit der Veranstaltung mit dieser ID verknüpft sind. Eine unbekannte ID ist ein Fehler.',
  'organizer.filter.has_events':
    '`true`: nur Datensätze, die mit mindestens einer Veranstaltung verknüpft sind; `false`: nur solche ohne Veranstaltungen.',
  'organizer.filter.only_with_upcoming':
    '`true`: nur Datensätze, die mit mindestens einer Veranstaltung verknüpft sind, die jetzt oder später beginnt; Vorgabe `false`.',

  'organizer.path.id': 'ID des Datensatzes: eine oder mehrere Dezimalziffern.',
  'organizer.path.slug': 'Slug des Datensatzes; Groß- und Kleinschreibung spielt keine Rolle.',

  'organizer.field.author':
    'ID des Benutzers, der als Autor geführt wird; Vorgabe: der Aufrufer. Einen anderen Benutzer anzugeben erfordert das Recht, Datensätze anderer zu bearbeiten.',
  'organizer.field.date':
    'Veröffentlichungsdatum in der Zeitzone der Site, sofern es keinen Versatz trägt; Vorgabe: jetzt. Liegt es in der Zukunft, wird ein zu veröffentlichender Datensatz für diesen Zeitpunkt eingeplant.',
  'organizer.field.date_utc': 'Veröffentlichungsdatum in UTC; kann anstelle von `date` gesendet werden.',
  'organizer.field.description':
    'Vollständige Beschreibung als HTML; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',
  'organizer.field.excerpt':
    'Kurze Zusammenfassung als HTML; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',
  'organizer.field.status':
    'Status des Datensatzes: `publish`, `future`, `draft`, `pending`, `private` oder `trash`. Vorgabe beim Anlegen: `publish`, oder `draft`, wenn der Aufrufer nicht veröffentlichen darf.',
  'organizer.field.image':
    'Beitragsbild: die ID eines hochgeladenen Bildes oder eine http(s)-URL, von der es geladen wird. Ein leerer Wert entfernt das Bild.',
  'organizer.field.website': 'Absolute URL der Website; ein leerer Wert löscht sie.',
  'organizer.field.phone': 'Telefonnummer als freier Text; ein leerer Wert löscht sie.',
  'organizer.field.organizer': 'Name des Veranstalters als reiner Text; beim Anlegen erforderlich.',
  'organizer.field.email': 'E-Mail-Adresse des Veranstalters; ein leerer Wert löscht sie.',

  'organizer.record.id': 'ID des Datensatzes, eindeutig unter Veranstaltungen, Orten, Veranstaltern und Bildern.',
  'organizer.record.global_id':
    'Kennung des Datensatzes über Sites hinweg: Host und Pfad der Site, gefolgt von der ID.',
  'organizer.record.global_id_lineage':
    'Alle globalen Kennungen, die der Datensatz je hatte, beginnend mit der jetzigen.',
  'organizer.record.author': 'ID des Autors als Zeichenkette aus Ziffern.',
  'organizer.record.status': 'Status des Datensatzes: `publish`, `future`, `draft`, `pending`, `private` oder `trash`.',
  'organizer.record.date': 'Veröffentlichungsdatum in der Zeitzone der Site, als `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.date_utc':
    'Veröffentlichungsdatum in UTC, als `YYYY-MM-DD HH:MM:SS`; nur Nullen, solange ein unveröffentlichter Datensatz kein Datum hat.',
  'organizer.record.modified': 'Zeitpunkt der letzten Änderung in der Zeitzone der Site, als `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.modified_utc': 'Zeitpunkt der letzten Änderung in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.url': 'Adresse der öffentlichen Seite des Datensatzes.',
  'organizer.record.slug': 'Letzter Teil der öffentlichen Adresse des Datensatzes.',
  'organizer.record.json_ld':
    'Der Datensatz als strukturierte Daten nach schema.org in JSON-LD; nur vorhanden, wenn ein einzelner Datensatz gelesen wird.',
  'organizer.record.description': 'Vollständige Beschreibung als HTML; fehlt, wenn sie leer ist.',
  'organizer.record.excerpt': 'Kurze Zusammenfassung als HTML; fehlt, wenn sie leer ist.',
  'organizer.record.image': 'Beitragsbild; fehlt, wenn es keines gibt.',
  'organizer.record.phone': 'Telefonnummer; fehlt, wenn sie leer ist.',
  'organizer.record.website': 'Adresse der Website; fehlt, wenn sie leer ist.',
  'organizer.record.organizer': 'Name des Veranstalters; `&`, `<` und `>` sind als HTML-Entitäten geschrieben.',
  'organizer.record.email': 'E-Mail-Adresse des Veranstalters; fehlt, wenn leer.',

  'organizer.operation.list': 'Veranstalter auflisten',
  'organizer.operation.create': 'Einen Veranstalter anlegen',
  'organizer.operation.read': 'Einen Veranstalter lesen',
  'organizer.operation.update': 'Einen Veranstalter ändern',
  'organizer.operation.delete': 'Einen Veranstalter löschen',
  'organizer.operation.read_by_slug': 'Einen Veranstalter über seinen Slug lesen',
  'organizer.operation.update_by_slug': 'Einen Veranstalter über seinen Slug ändern',
  'organizer.operation.delete_by_slug': 'Einen Veranstalter über seinen Slug löschen',

  'category.filter.search':
    'Nur Begriffe, deren Name oder Slug diesen Text enthält, ohne Rücksicht auf Groß- und Kleinschreibung; höchstens 200 Zeichen.',
  'category.filter.exclude': 'Lässt die Begriffe mit diesen IDs weg; als Array oder kommagetrennt.',
  'category.filter.include': 'Nur die Begriffe mit diesen IDs, als Array oder kommagetrennt.',
  'category.filter.order': 'Sortierrichtung: `asc` (aufsteigend, Vorgabe) oder `desc` (absteigend).',
  'category.filter.orderby':
    'Eigenschaft des Begriffs, nach der die Liste sortiert wird, etwa `name`, `id`, `slug` oder `count`; Vorgabe `name`.',
  'category.filter.hide_empty':
    '`true`: lässt Begriffe weg, die keine veröffentlichte Veranstaltung trägt; `false`: führt auch sie auf. Vorgabe `true`.',
  'category.filter.parent': 'Nur die direkten Unterkategorien der Kategorie mit dieser ID.',
  'category.filter.post':
    'Nur Begriffe, die der Veranstaltung mit dieser ID zugeordnet sind. Älterer Name von `event`, das Vorrang hat, wenn beide gesendet werden.',
  'category.filter.event':
    'Nur Begriffe, die der Veranstaltung mit dieser ID zugeordnet sind; derselbe Filter wie `post`.',
  'category.filter.slug': 'Nur der Begriff mit genau diesem Slug.',

  'category.path.id': 'ID des Datensatzes: eine oder mehrere Dezimalziffern.',

  'category.field.name': 'Name des Begriffs als reiner Text; beim Anlegen erforderlich.',
  'category.field.description': 'Beschreibung des Begriffs; ein leerer Wert löscht sie.',
  'category.field.slug':
    'Letzter Teil der Adresse des Begriffs; wird aus dem Namen gebildet, wenn er beim Anlegen fehlt oder leer gesendet wird.',
  'category.field.parent':
    'ID der übergeordneten Kategorie; `0` oder ein leerer Wert macht diese zu einer Kategorie der obersten Ebene.',

  'category.record.id': 'ID des Begriffs, eindeutig unter Kategorien und Schlagwörtern.',
  'category.record.count': 'Anzahl der veröffentlichten Veranstaltungen, die den Begriff tragen.',
  'category.record.description': 'Beschreibung des Begriffs; kann leer sein.',
  'category.record.name': 'Name des Begriffs; `&`, `<` und `>` sind als HTML-Entitäten geschrieben.',
  'category.record.slug': 'Letzter Teil der öffentlichen Adresse des Begriffs.',
  'category.record.taxonomy': 'Art des Begriffs: `tribe_events_cat` bei Kategorien, `post_tag` bei Schlagwörtern.',
  'category.record.parent': 'ID der übergeordneten Kategorie; 0 auf der obersten Ebene.',
  'category.record.meta': 'Zusätzliche Daten des Begriffs; hier immer ein leeres Array.',
  'category.record.url': 'Adresse der öffentlichen Seite mit den Veranstaltungen des Begriffs.',
  'category.record.urls': 'Adressen des Begriffs in dieser Schnittstelle.',
  'category.record._links':
    'Verwandte Adressen nach Art der Beziehung; nur vorhanden, wenn ein einzelner Begriff gelesen, angelegt oder geändert wird.',

  'category.operation.list': 'Kategorien auflisten',
  'category.operation.create': 'Eine Kategorie anlegen',
  'category.operation.read': 'Eine Kategorie lesen',
  'category.operation.update': 'Eine Kategorie ändern',
  'category.operation.delete': 'Eine Kategorie endgültig löschen',

  'tag.filter.search':
    'Nur Begriffe, deren Name oder Slug diesen Text enthält, ohne Rücksicht auf Groß- und Kleinschreibung; höchstens 200 Zeichen.',
  'tag.filter.exclude': 'Lässt die Begriffe mit diesen IDs weg; als Array oder kommagetrennt.',
  'tag.filter.include': 'Nur die Begriffe mit diesen IDs, als Array oder kommagetrennt.',
  'tag.filter.order': 'Sortierrichtung: `asc` (aufsteigend, Vorgabe) oder `desc` (absteigend).',
  'tag.filter.orderby':
    'Eigenschaft des Begriffs, nach der die Liste sortiert wird, etwa `name`, `id`, `slug` oder `count`; Vorgabe `name`.',
  'tag.filter.hide_empty':
    '`true`: lässt Begriffe weg, die keine veröffentlichte Veranstaltung trägt; `false`: führt auch sie auf. Vorgabe `true`.',
  'tag.filter.post':
    'Nur Begriffe, die der Veranstaltung mit dieser ID zugeordnet sind. Älterer Name von `event`, das Vorrang hat, wenn beide gesendet werden.',
  'tag.filter.event': 'Nur Begriffe, die der Veranstaltung mit dieser ID zugeordnet sind; derselbe Filter wie `post`.',
  'tag.filter.slug': 'Nur der Begriff mit genau diesem Slug.',

  'tag.path.id': 'ID des Datensatzes: eine oder mehrere Dezimalziffern.',

  'tag.field.name': 'Name des Begriffs als reiner Text; beim Anlegen erforderlich.',
  'tag.field.description': 'Beschreibung des Begriffs; ein leerer Wert löscht sie.',
  'tag.field.slug':
    'Letzter Teil der Adresse des Begriffs; wird aus dem Namen gebildet, wenn er beim Anlegen fehlt oder leer gesendet wird.',

  'tag.record.id': 'ID des Begriffs, eindeutig unter Kategorien und Schlagwörtern.',
  'tag.record.count': 'Anzahl der veröffentlichten Veranstaltungen, die den Begriff tragen.',
  'tag.record.description': 'Beschreibung des Begriffs; kann leer sein.',
  'tag.record.name': 'Name des Begriffs; `&`, `<` und `>` sind als HTML-Entitäten geschrieben.',
  'tag.record.slug': 'Letzter Teil der öffentlichen Adresse des Begriffs.',
  'tag.record.taxonomy': 'Art des Begriffs: `tribe_events_cat` bei Kategorien, `post_tag` bei Schlagwörtern.',
  'tag.record.meta': 'Zusätzliche Daten des Begriffs; hier immer ein leeres Array.',
  'tag.record.url': 'Adresse der öffentlichen Seite mit den Veranstaltungen des Begriffs.',
  'tag.record.urls': 'Adressen des Begriffs in dieser Schnittstelle.',
  'tag.record._links':
    'Verwandte Adressen nach Art der Beziehung; nur vorhanden, wenn ein einzelner Begriff gelesen, angelegt oder geändert wird.',

  'tag.operation.list': 'Schlagwörter auflisten',
  'tag.operation.create': 'Ein Schlagwort anlegen',
  'tag.operation.read': 'Ein Schlagwort lesen',
  'tag.operation.update': 'Ein Schlagwort ändern',
  'tag.operation.delete': 'Ein Schlagwort endgültig löschen',

  'attachment.filter.search':
    'Nur Bilder, in deren Titel, Bildunterschrift oder Alternativtext jedes angegebene Wort vorkommt, ohne Rücksicht auf Groß- und Kleinschreibung und Akzente; höchstens 200 Zeichen.',
  'attachment.filter.include': 'Nur die Bilder mit diesen IDs, als Array oder kommagetrennt.',
  'attachment.filter.exclude': 'Lässt die Bilder mit diesen IDs weg; als Array oder kommagetrennt.',
  'attachment.filter.author':
    'Nur Bilder, die einer der Benutzer mit diesen IDs hinzugefügt hat; als Array oder kommagetrennt.',
  'attachment.filter.per_page': 'Anzahl der Bilder je Seite, von 1 bis 100; Vorgabe 10.',
  'attachment.filter.offset':
    'Anzahl der Bilder, die vor dem ersten ausgelassen werden; tritt an die Stelle von `page`.',
  'attachment.filter.slug': 'Nur die Bilder mit diesen Slugs (Dateinamen ohne Endung), als Array oder kommagetrennt.',
  'attachment.filter.parent':
    'Nur Bilder, die zum Datensatz mit dieser ID gehören. Bilder gehören hier zu keinem Datensatz: `0` behält alle, jede andere ID keines.',
  'attachment.filter.media_type':
    'Nur Dateien dieser Art: `image` behält alle; `video`, `text`, `application` und `audio` behalten keine.',
  'attachment.filter.mime_type': 'Nur Bilder dieses Medientyps, etwa `image/png`.',
  'attachment.filter.status': '`inherit` oder `any`; beide behalten alle Bilder.',
  'attachment.filter.after': 'Nur Bilder, die nach diesem Datum hinzugefügt wurden.',
  'attachment.filter.before': 'Nur Bilder, die vor diesem Datum hinzugefügt wurden.',
  'attachment.filter.order': 'Sortierrichtung: `asc` (aufsteigend) oder `desc` (absteigend, die Vorgabe).',
  'attachment.filter.orderby':
    'Wonach sortiert wird: `date` (die Vorgabe), `relevance` (wie `date`), `id`, `author`, `modified` oder `include` (die Reihenfolge dieser Liste).',

  'attachment.path.id': 'ID des Bildes: eine oder mehrere Dezimalziffern.',

  'attachment.field.file':
    'Das Bild: eine JPEG-, PNG-, GIF-, WebP- oder AVIF-Datei mit höchstens 10 MiB und 40 Megapixeln, alle Einzelbilder zusammengenommen. Es wird ohne seine Metadaten gespeichert.',
  'attachment.field.title':
    'Titel als reiner Text oder ein Objekt mit `raw` oder `rendered`; Vorgabe beim Anlegen: der Name der Datei ohne Erweiterung. Ein leerer Wert löscht ihn.',
  'attachment.field.caption':
    'Bildunterschrift als HTML oder ein Objekt mit `raw` oder `rendered`; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',
  'attachment.field.alt_text':
    'Reiner Text, der für das Bild steht, wo es nicht zu sehen ist; ein leerer Wert löscht ihn.',
  'attachment.field.description':
    'Beschreibung als HTML oder ein Objekt mit `raw` oder `rendered`; unsichere Auszeichnungen werden entfernt, ein leerer Wert löscht sie.',

  'attachment.record.id': 'ID des Bildes, eindeutig unter Veranstaltungen, Orten, Veranstaltern und Bildern.',
  'attachment.record.date':
    'Zeitpunkt, zu dem das Bild hinzugefügt wurde, in der Zeitzone der Site, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.date_gmt': 'Zeitpunkt, zu dem das Bild hinzugefügt wurde, in UTC, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.guid': 'Adresse des Bildes in voller Größe, zugleich seine Kennung.',
  'attachment.record.modified': 'Zeitpunkt der letzten Änderung in der Zeitzone der Site, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.modified_gmt': 'Zeitpunkt der letzten Änderung in UTC, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.slug': 'Name der gespeicherten Datei ohne Erweiterung.',
  'attachment.record.status': 'Immer `inherit`.',
  'attachment.record.type': 'Immer `attachment`.',
  'attachment.record.link': 'Adresse des Bildes in voller Größe; Bilder haben keine eigene Seite.',
  'attachment.record.title': 'Titel des Bildes.',
  'attachment.record.author': 'ID des Benutzers, der das Bild hinzugefügt hat.',
  'attachment.record.caption': 'Bildunterschrift; kann leer sein.',
  'attachment.record.description': 'Beschreibung des Bildes; kann leer sein.',
  'attachment.record.alt_text': 'Text, der für das Bild steht, wo es nicht zu sehen ist; leer, wenn es keinen gibt.',
  'attachment.record.media_type': 'Immer `image`.',
  'attachment.record.mime_type': 'Medientyp des Bildes, etwa `image/png`.',
  'attachment.record.media_details':
    'Maße des Bildes und seiner kleineren Fassungen; gibt es welche, enthält `sizes` auch die volle Größe als `full`.',
  'attachment.record.source_url': 'Adresse des Bildes in voller Größe.',
  'attachment.record._links': 'Adressen des Bildes und der Liste der Bilder in dieser Schnittstelle.',

  'attachment.operation.list': 'Bilder auflisten',
  'attachment.operation.create': 'Ein Bild hochladen',
  'attachment.operation.read': 'Die Daten eines Bildes lesen',
  'attachment.operation.update': 'Die Texte eines Bildes ändern; nicht gesendete Felder bleiben erhalten',
  'attachment.operation.delete': 'Ein Bild endgültig löschen und aus jedem Datensatz entfernen, der es zeigt',

  'attachment.deleted.deleted': 'Immer `true`.',
  'attachment.deleted.previous': 'Das Bild, wie es vor dem Löschen war.',

  'attachment.urls.self': 'Adresse des Bildes in dieser Schnittstelle.',
  'attachment.urls.collection': 'Adresse der Liste der Bilder.',

  'rendered.raw': 'Der Text, wie er gespeichert werden soll; er hat Vorrang vor `rendered`.',
  'rendered.rendered': 'Der Text als HTML.',

  'delete.force':
    '`true`: löscht den Datensatz endgültig, statt ihn in den Papierkorb zu legen; Vorgabe `false`. Kategorien und Schlagwörter werden immer endgültig gelöscht; Bilder, für die es keinen Papierkorb gibt, werden nur mit `true` gelöscht.',

  'index.namespace':
    'Zu beschreibender Namensraum; nur der Namensraum dieser Schnittstelle, zugleich die Vorgabe, wird angenommen.',
  'index.context': 'Umfang der Beschreibung; Vorgabe `view`. Andere Werte werden angenommen und ändern nichts.',
  'index.operation': 'Die Routen dieses Namensraums beschreiben',

  'about.list':
    'Antwortet mit einer Seite der Datensätze, die den Filtern entsprechen und die der Aufrufer lesen darf; der Header `Link` nennt die anderen Seiten.',
  'event.about.list':
    'Antwortet mit den Veranstaltungen, die ab gestern und in den nächsten 24 Monaten beginnen, in der Reihenfolge ihres Beginns, sofern keine Datumsfilter gesendet werden. `next_rest_url` und der Header `Link` nennen die anderen Seiten.',
  'about.create':
    'Antwortet mit dem Datensatz, wie er gespeichert wurde, und nennt seine Adresse in `Location`. Eine Anfrage, die mit demselben `Idempotency-Key` wiederholt wird, legt nichts Weiteres an.',
  'event.about.create':
    'Veranstaltungsorte, Veranstalter, Kategorien und Schlagwörter werden mit ihrer ID genannt oder zusammen mit der Veranstaltung angelegt. Eine Anfrage, die mit demselben `Idempotency-Key` wiederholt wird, legt nichts Weiteres an.',
  'attachment.about.create':
    'Der Body ist die Datei selbst, mit ihrem Medientyp und ihrem Namen in `Content-Disposition`, oder ein Formular mit dem Teil `file`.',
  'about.read':
    'Der `ETag` der Antwort kann in `If-Match` zurückgesendet werden, damit ein inzwischen geänderter Datensatz nicht überschrieben wird.',
  'about.update': 'POST, PUT und PATCH tun dasselbe: Sie ändern die gesendeten Felder und behalten alle anderen bei.',
  'about.delete': 'Verschiebt den Datensatz in den Papierkorb; mit `force=true` wird er endgültig entfernt.',
  'category.about.delete':
    'Die Veranstaltungen bleiben und verlieren die Kategorie; ihre Unterkategorien rücken zur übergeordneten Kategorie auf.',
  'tag.about.delete': 'Die Veranstaltungen bleiben und verlieren das Schlagwort.',
  'attachment.about.delete': 'Bilder haben keinen Papierkorb, daher ist `force=true` nötig.',
  'about.index':
    'Nennt jede Route mit ihren Methoden und Parametern; die Sprache der Adresse ist die der Beschreibungen.',
  'about.doc': 'Die Antwort ist ein OpenAPI-Dokument; die Sprache der Adresse ist die seiner Beschreibungen.',

  'doc.operation': 'Diese Dokumentation lesen',
  'doc.title': 'Schnittstelle des Veranstaltungskalenders',
  'doc.description':
    'Liest und schreibt Veranstaltungen, Orte, Veranstalter, Kategorien und Schlagwörter. Datumsangaben sind als `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, nach ISO 8601, als Unix-Zeitstempel oder als englische Wendungen wie `next wednesday 4pm` möglich; Änderungen betreffen nur die gesendeten Felder.',

  'group.event': 'Veranstaltungen',
  'group.venue': 'Orte',
  'group.organizer': 'Veranstalter',
  'group.category': 'Kategorien',
  'group.tag': 'Schlagwörter',
  'group.attachment': 'Bilder',
  'group.index': 'Beschreibung der Schnittstelle',

  'global._fields':
    'Namen der zurückzugebenden Felder, als Array oder kommagetrennt; Pfade mit Punkten wie `image.url` reichen in Objekte hinein.',
  'global._envelope':
    'Verpackt die Antwort in ein Objekt mit `body`, `status` und `headers`; der HTTP-Status ist dann immer 200.',
  'global._method':
    'Bei einer POST-Anfrage die Methode, die stattdessen gelten soll, etwa `PUT` oder `DELETE`; die Kopfzeile `X-HTTP-Method-Override` bewirkt dasselbe.',

  'header.if_match':
    'ETag, den der Datensatz noch haben muss; hat er sich geändert, lautet die Antwort 412, und nichts wird geschrieben.',
  'header.if_none_match':
    'ETag der Kopie, die der Client schon besitzt; ist sie noch aktuell, lautet die Antwort 304 ohne Inhalt.',
  'header.idempotency_key':
    'Ein vom Client gewählter Schlüssel, der das Wiederholen einer POST-Anfrage gefahrlos macht: Derselbe Schlüssel mit demselben Inhalt wird einmal ausgeführt und gleich beantwortet.',
  'header.x_tec_total': 'Anzahl der Datensätze auf allen Seiten, die den Filtern entsprechen.',
  'header.x_tec_totalpages': 'Anzahl der Seiten bei der aktuellen Seitengröße.',
  'header.link': 'Adressen anderer Seiten der Liste nach Beziehung: `next`, `prev`, `first` und `last` (RFC 8288).',
  'header.etag':
    'Kennzeichnet den gegenwärtigen Stand des Datensatzes oder der Antwort, zur Verwendung in `If-Match` und `If-None-Match`.',
  'header.location': 'Adresse des neuen Datensatzes in dieser Schnittstelle.',
  'header.retry_after': 'Anzahl der Sekunden, nach denen ein neuer Versuch möglich ist.',

  'security.basic':
    'HTTP Basic mit einem Benutzernamen und einem Anwendungspasswort, in dem Leerzeichen keine Rolle spielen.',
  'security.bearer': 'Das Anwendungspasswort allein, als Bearer-Token.',

  'date_details.year': 'Jahr, vierstellig.',
  'date_details.month': 'Monat von `01` bis `12`.',
  'date_details.day': 'Tag des Monats von `01` bis `31`.',
  'date_details.hour': 'Stunde von `00` bis `23`.',
  'date_details.minutes': 'Minuten von `00` bis `59`.',
  'date_details.seconds': 'Sekunden von `00` bis `59`.',

  'cost_details.currency_symbol': 'Währungssymbol des Preises; leer, wenn keines angegeben wurde.',
  'cost_details.currency_code': 'Währungscode nach ISO 4217; leer, wenn unbekannt.',
  'cost_details.currency_position':
    'Stellung des Währungssymbols: `prefix` vor dem Betrag, `postfix` dahinter; leer, wenn kein Symbol angegeben wurde.',
  'cost_details.values': 'Die einzelnen Beträge als Zeichenketten in aufsteigender Reihenfolge.',

  'image.url': 'Adresse des Bildes in voller Größe.',
  'image.id': 'ID des Bildes.',
  'image.extension': 'Dateinamenserweiterung, etwa `png`.',
  'image.width': 'Breite des Bildes in voller Größe in Pixeln.',
  'image.height': 'Höhe des Bildes in voller Größe in Pixeln.',
  'image.filesize': 'Größe der Datei des Bildes in voller Größe in Bytes.',
  'image.sizes': 'Die kleineren Fassungen des Bildes nach dem Namen ihrer Größe.',
  'image.file': 'Pfad der Datei in voller Größe innerhalb der Bildbibliothek.',

  'image_size.width': 'Breite dieser Fassung in Pixeln.',
  'image_size.height': 'Höhe dieser Fassung in Pixeln.',
  'image_size.mime_type': 'Medientyp dieser Fassung, etwa `image/png`.',
  'image_size.filesize': 'Größe der Datei dieser Fassung in Bytes.',
  'image_size.url': 'Adresse dieser Fassung.',
  'image_size.source_url': 'Adresse dieser Fassung.',
  'image_size.file': 'Name der Datei dieser Fassung.',

  'term.id': 'ID des Begriffs, eindeutig unter Kategorien und Schlagwörtern.',
  'term.count': 'Anzahl der veröffentlichten Veranstaltungen, die den Begriff tragen.',
  'term.description': 'Beschreibung des Begriffs; kann leer sein.',
  'term.name': 'Name des Begriffs; `&`, `<` und `>` sind als HTML-Entitäten geschrieben.',
  'term.slug': 'Letzter Teil der öffentlichen Adresse des Begriffs.',
  'term.taxonomy': 'Art des Begriffs: `tribe_events_cat` bei Kategorien, `post_tag` bei Schlagwörtern.',
  'term.parent': 'ID der übergeordneten Kategorie; 0 auf der obersten Ebene.',
  'term.urls': 'Adressen des Begriffs in dieser Schnittstelle.',
  'term.term_group': 'Nummer der Gruppe gleichbedeutender Begriffe; 0, wenn es keine gibt.',
  'term.term_taxonomy_id': 'ID des Begriffs innerhalb seiner Taxonomie.',
  'term.filter': 'Form, in der die Texte des Begriffs angegeben sind; immer `raw`.',

  'term_urls.self': 'Adresse dieses Begriffs.',
  'term_urls.collection': 'Adresse der Liste, zu der dieser Begriff gehört.',
  'term_urls.up': 'Adresse der übergeordneten Kategorie; fehlt auf der obersten Ebene.',

  'link.href': 'Adresse, zu der die Beziehung führt.',
  'custom_field.label': 'Name des Feldes, wie Menschen ihn lesen.',
  'custom_field.value': 'Inhalt des Feldes.',

  'error.code': 'Code des Fehlers für Programme; er hängt nicht von der Sprache ab.',
  'error.message': 'Erklärung des Fehlers für Menschen.',
  'error.data': 'Weitere Einzelheiten des Fehlers.',
  'error.status': 'HTTP-Status der Antwort.',
  'error.params': 'Die fehlerhaften Parameter: die Namen der fehlenden oder jeder ungültige mit dem Grund.',
  'error.details': 'Für ungültige Parameter, soweit bekannt, ein eigener Code und eine eigene Meldung.',

  'response.200': 'Die Anfrage wurde ausgeführt; der Inhalt enthält das Ergebnis.',
  'response.201':
    'Der Datensatz wurde angelegt; der Inhalt enthält ihn, und die Kopfzeile `Location` nennt seine Adresse.',
  'response.304': 'Die Kopie des Clients ist noch aktuell; die Antwort hat keinen Inhalt.',
  'response.400':
    'Die Anfrage ist fehlerhaft, oder ein Parameter fehlt oder ist ungültig; die Fehlermeldung nennt jeden betroffenen.',
  'response.401': 'Zugangsdaten sind erforderlich, oder die gesendeten sind ungültig.',
  'response.403': 'Der Aufrufer ist bekannt, hat dazu aber kein Recht, oder der Datensatz ist ihm nicht zugänglich.',
  'response.404': 'Diesen Datensatz, diese Seite, diesen Namensraum oder diese Route gibt es nicht.',
  'response.410': 'Der Datensatz liegt schon im Papierkorb.',
  'response.412': 'Der Datensatz hat sich seit dem in `If-Match` gesendeten ETag geändert; nichts wurde geschrieben.',
  'response.413': 'Der Inhalt der Anfrage ist größer als erlaubt.',
  'response.414': 'Die Adresse der Anfrage ist länger als erlaubt.',
  'response.415': 'Der Inhalt hat einen Medientyp, der nicht unterstützt wird.',
  'response.422': 'Die Anfrage ist wohlgeformt, lässt sich mit diesem Inhalt aber nicht ausführen.',
  'response.429':
    'Zu viele Anfragen in kurzer Zeit; die Kopfzeile `Retry-After` sagt, wann ein neuer Versuch möglich ist.',
  'response.431': 'Die Kopfzeilen der Anfrage sind größer als erlaubt.',
  'response.500': 'Der Server konnte die Anfrage nicht ausführen; der Fehler liegt nicht beim Client.',
  'response.503':
    'Der Server ist im Augenblick überlastet oder ohne seine Datenbank; die Kopfzeile `Retry-After` sagt, wann ein neuer Versuch möglich ist.',
  'response.507':
    'Die Festplatte des Servers ist voll, und es wurde nichts geschrieben; die Kopfzeile `Retry-After` sagt, wann ein neuer Versuch möglich ist.',
}
