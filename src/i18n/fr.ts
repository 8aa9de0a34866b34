import type { Catalogue } from './catalogue.ts'

/** The French descriptions; a missing key does not compile (contract, B1.4). */
export const fr: Catalogue = {
  'list.page': 'Numéro de la page à renvoyer, un entier positif ; 1 par défaut.',
  'list.per_page':
    'Nombre d’enregistrements par page, un entier positif ; 10 par défaut. Une valeur supérieure au maximum du site, normalement 50, est ramenée à celui-ci.',
  'list.rest_url': 'Adresse de cette liste avec les filtres appliqués.',
  'list.next_rest_url': 'Adresse de la page suivante avec les mêmes filtres ; absente sur la dernière page.',
  'list.previous_rest_url': 'Adresse de la page précédente avec les mêmes filtres ; absente sur la première page.',
  'list.total':
    'Nombre d’enregistrements, toutes pages confondues, qui répondent aux filtres et que l’appelant peut lire.',
  'list.total_pages': 'Nombre de pages pour la taille de page en cours ; 0 quand rien ne correspond.',
  'list.items': 'Les enregistrements de cette page, dans l’ordre de la liste.',

  'event.filter.start_date':
    'Uniquement les événements qui commencent à ce moment ou après, lu dans le fuseau horaire du site sauf s’il porte un décalage ; par défaut : hier à 00:00:00. Il est ramené au début de sa journée sauf si `strict_dates` vaut `true`.',
  'event.filter.end_date':
    'Uniquement les événements qui commencent à ce moment ou avant, lu dans le fuseau horaire du site sauf s’il porte un décalage ; par défaut : dans 24 mois à compter d’aujourd’hui, à 23:59:59. Il est reporté à la fin de sa journée sauf si `strict_dates` vaut `true`.',
  'event.filter.starts_before':
    'Uniquement les événements qui commencent avant ce moment, reporté à 23:59:59 de sa journée sauf si `strict_dates` vaut `true`. Quand ce paramètre est envoyé, les valeurs par défaut de `start_date` et de `end_date` ne s’appliquent pas.',
  'event.filter.starts_after':
    'Uniquement les événements qui commencent après ce moment, reporté à 23:59:59 de sa journée sauf si `strict_dates` vaut `true`. Quand ce paramètre est envoyé, les valeurs par défaut de `start_date` et de `end_date` ne s’appliquent pas.',
  'event.filter.ends_before':
    'Uniquement les événements qui se terminent avant ce moment, reporté à 23:59:59 de sa journée sauf si `strict_dates` vaut `true`. Quand ce paramètre est envoyé, les valeurs par défaut de `start_date` et de `end_date` ne s’appliquent pas.',
  'event.filter.ends_after':
    'Uniquement les événements qui se terminent après ce moment, reporté à 23:59:59 de sa journée sauf si `strict_dates` vaut `true`. Quand ce paramètre est envoyé, les valeurs par défaut de `start_date` et de `end_date` ne s’appliquent pas.',
  'event.filter.strict_dates':
    'Indique si les filtres de date s’appliquent à la seconde près au lieu d’être étendus à des journées entières ; `false` par défaut.',
  'event.filter.search':
    'Uniquement les événements dont le titre, la description ou l’extrait contient chaque mot donné, sans tenir compte de la casse ni des accents ; 200 caractères au plus.',
  'event.filter.categories':
    'Uniquement les événements d’au moins une de ces catégories ou de leurs descendantes, données par identifiant, slug ou nom, sous forme de tableau ou séparées par des virgules. Une catégorie inconnue est une erreur.',
  'event.filter.tags':
    'Uniquement les événements portant au moins une de ces étiquettes, données par identifiant, slug ou nom, sous forme de tableau ou séparées par des virgules. Une étiquette inconnue est une erreur.',
  'event.filter.venue':
    'Uniquement les événements qui ont lieu dans un des lieux portant ces identifiants, sous forme de tableau ou séparés par des virgules. Un identifiant inconnu est une erreur.',
  'event.filter.organizer':
    'Uniquement les événements d’un des organisateurs portant ces identifiants, sous forme de tableau ou séparés par des virgules. Un identifiant inconnu est une erreur.',
  'event.filter.featured':
    '`true` : uniquement les événements mis en avant ; `false` : uniquement ceux qui ne le sont pas. Sans ce paramètre, les deux sont renvoyés.',
  'event.filter.geoloc':
    '`true` : uniquement les événements dont le lieu a des coordonnées ; `false` : uniquement ceux dont le lieu n’en a pas.',
  'event.filter.geoloc_lat':
    'Latitude du centre de la recherche en degrés décimaux, de -90 à 90 ; doit être envoyée avec `geoloc_lng`.',
  'event.filter.geoloc_lng':
    'Longitude du centre de la recherche en degrés décimaux, de -180 à 180 ; doit être envoyée avec `geoloc_lat`.',
  'event.filter.geoloc_distance':
    'Rayon de recherche en kilomètres autour de `geoloc_lat` et `geoloc_lng`, mesuré sur le grand cercle ; 25 par défaut.',
  'event.filter.include':
    'Uniquement les événements portant ces identifiants, sous forme de tableau ou séparés par des virgules. Les filtres de date sont alors ignorés et la liste est triée par date de publication.',
  'event.filter.free':
    '`true` : seulement les événements qui ne coûtent rien (tous les prix sont nuls, ou le coût est un mot qui le dit, comme `free` ou `kostenlos`) ; `false` : tous les autres.',
  'event.filter.post_parent': 'Uniquement les événements dont l’événement parent porte cet identifiant.',
  'event.filter.ticketed':
    'Réservé à la billetterie, que ce serveur ne propose pas : `false` est sans effet, `true` est une erreur.',
  'event.filter.status':
    'Uniquement les enregistrements ayant un de ces statuts, sous forme de tableau ou séparés par des virgules : `publish`, `future`, `draft`, `pending`, `private`, `trash`. Par défaut : tout ce que l’appelant peut lire hors de la corbeille ; les appelants anonymes ne peuvent demander que `publish`.',

  'event.path.id': 'Identifiant de l’enregistrement : un ou plusieurs chiffres décimaux.',
  'event.path.slug': 'Slug de l’enregistrement ; la casse est sans importance.',

  'event.field.author':
    'Identifiant de l’utilisateur enregistré comme auteur ; par défaut : l’appelant. Désigner un autre utilisateur exige le droit de modifier les enregistrements d’autrui.',
  'event.field.date':
    'Date de publication, lue dans le fuseau horaire du site sauf si elle porte un décalage ; par défaut : maintenant. Si elle est future, un enregistrement à publier est programmé pour ce moment.',
  'event.field.date_utc': 'Date de publication en UTC ; peut être envoyée à la place de `date`.',
  'event.field.description':
    'Description complète en HTML ; le balisage dangereux est retiré, et une valeur vide l’efface.',
  'event.field.excerpt': 'Court résumé en HTML ; le balisage dangereux est retiré, et une valeur vide l’efface.',
  'event.field.status':
    'Statut de l’enregistrement : `publish`, `future`, `draft`, `pending`, `private` ou `trash`. Par défaut à la création : `publish`, ou `draft` si l’appelant n’a pas le droit de publier.',
  'event.field.image':
    'Image mise en avant : l’identifiant d’une image téléversée ou une URL http(s) d’où elle est récupérée. Une valeur vide retire l’image.',
  'event.field.website': 'URL absolue du site web ; une valeur vide l’efface.',
  'event.field.title': 'Titre de l’événement en texte brut ; obligatoire à la création.',
  'event.field.slug':
    'Dernière partie de l’adresse de l’événement. Si elle n’est pas envoyée à la création, elle est formée à partir du titre ; un numéro est ajouté si elle est déjà prise.',
  'event.field.timezone':
    'Fuseau horaire de l’événement : un nom IANA comme `Europe/Paris` ou un décalage comme `UTC+2`. Par défaut à la création : le fuseau horaire du site.',
  'event.field.all_day':
    'Indique si l’événement dure des journées entières : le début est alors fixé à 00:00:00 et la fin à 23:59:59 de leur journée. `false` par défaut.',
  'event.field.start_date':
    'Début de l’événement dans sa propre `timezone`, sauf si le texte porte un décalage ; obligatoire à la création. Les textes ISO 8601, les horodatages Unix et les expressions anglaises comme `tomorrow 9am` sont compris.',
  'event.field.end_date':
    'Fin de l’événement, sous les mêmes formes que `start_date` ; obligatoire à la création et jamais avant le début.',
  'event.field.cost':
    'Prix sous forme de texte, avec son symbole monétaire au besoin, comme `$20`, ou tableau de plusieurs prix. Sans symbole, la devise du site est affichée ; une valeur vide efface le prix.',
  'event.field.show_map':
    'Indique si la page de l’événement montre une carte du lieu ; par défaut à la création : `true`.',
  'event.field.show_map_link':
    'Indique si la page de l’événement comporte un lien vers une carte du lieu ; par défaut à la création : `true`.',
  'event.field.hide_from_listings':
    'Indique si l’événement est tenu à l’écart de toutes les listes ; il reste lisible par identifiant et par slug. Par défaut à la création : `false`.',
  'event.field.sticky':
    'Indique si l’événement vient en premier dans la vue calendrier ; par défaut à la création : `false`.',
  'event.field.featured': 'Indique si l’événement est mis en avant sur le site ; par défaut à la création : `false`.',
  'event.field.categories':
    'Catégories de l’événement par identifiant, slug ou nom, sous forme de tableau ou séparées par des virgules. Elles remplacent les catégories présentes, les noms encore inexistants sont créés et une valeur vide les retire toutes.',
  'event.field.tags':
    'Étiquettes de l’événement par identifiant, slug ou nom, sous forme de tableau ou séparées par des virgules. Elles remplacent les étiquettes présentes, les noms encore inexistants sont créés et une valeur vide les retire toutes.',
  'event.field.venue':
    'Lieu de l’événement : un identifiant, une liste d’identifiants ou un objet contenant les champs d’un lieu créé en même temps que l’événement. Une valeur vide supprime le lien.',
  'event.field.organizer':
    'Organisateurs de l’événement : un identifiant, une liste d’identifiants ou des objets contenant les champs d’organisateurs créés en même temps que l’événement. Une valeur vide supprime les liens.',
  'event.field.post_parent':
    'Identifiant de l’événement parent ; une valeur vide supprime le lien. Un événement ne peut pas être son propre ancêtre.',

  'event.record.id':
    'Identifiant de l’enregistrement, unique parmi les événements, les lieux, les organisateurs et les images.',
  'event.record.global_id':
    'Identifiant de l’enregistrement d’un site à l’autre : hôte et chemin du site, suivis de l’identifiant.',
  'event.record.global_id_lineage':
    'Tous les identifiants globaux que l’enregistrement a portés, en commençant par l’actuel.',
  'event.record.author': 'Identifiant de l’auteur, sous forme de chaîne de chiffres.',
  'event.record.status': 'Statut de l’enregistrement : `publish`, `future`, `draft`, `pending`, `private` ou `trash`.',
  'event.record.date': 'Date de publication dans le fuseau horaire du site, au format `YYYY-MM-DD HH:MM:SS`.',
  'event.record.date_utc':
    'Date de publication en UTC, au format `YYYY-MM-DD HH:MM:SS` ; uniquement des zéros tant qu’un enregistrement non publié n’a pas de date.',
  'event.record.modified':
    'Moment de la dernière modification dans le fuseau horaire du site, au format `YYYY-MM-DD HH:MM:SS`.',
  'event.record.modified_utc': 'Moment de la dernière modification en UTC, au format `YYYY-MM-DD HH:MM:SS`.',
  'event.record.url': 'Adresse de la page publique de l’enregistrement.',
  'event.record.slug': 'Dernière partie de l’adresse publique de l’enregistrement.',
  'event.record.json_ld':
    'L’enregistrement sous forme de données structurées schema.org en JSON-LD ; présent uniquement à la lecture d’un seul enregistrement.',
  'event.record.rest_url': 'Adresse de l’événement dans cette interface.',
  'event.record.title': 'Titre de l’événement ; `&`, `<` et `>` sont écrits sous forme d’entités HTML.',
  'event.record.description': 'Description complète en HTML ; peut être vide.',
  'event.record.excerpt': 'Court résumé en HTML ; peut être vide.',
  'event.record.image': 'Image mise en avant, ou `false` s’il n’y en a pas.',
  'event.record.all_day': 'Indique si l’événement dure des journées entières.',
  'event.record.start_date': 'Début dans le fuseau horaire de l’événement, au format `YYYY-MM-DD HH:MM:SS`.',
  'event.record.start_date_details': 'Les composants de `start_date`.',
  'event.record.end_date': 'Fin dans le fuseau horaire de l’événement, au format `YYYY-MM-DD HH:MM:SS`.',
  'event.record.end_date_details': 'Les composants de `end_date`.',
  'event.record.utc_start_date': 'Début en UTC, au format `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_start_date_details': 'Les composants de `utc_start_date`.',
  'event.record.utc_end_date': 'Fin en UTC, au format `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_end_date_details': 'Les composants de `utc_end_date`.',
  'event.record.timezone': 'Fuseau horaire de l’événement : un nom IANA ou un décalage comme `UTC+2`.',
  'event.record.timezone_abbr': 'Abréviation du fuseau horaire en vigueur au début de l’événement, par exemple `CET`.',
  'event.record.cost': 'Prix prêt à l’affichage, montant unique ou fourchette ; vide si aucun n’est donné.',
  'event.record.cost_details': 'Les composants de `cost`.',
  'event.record.website': 'Adresse du site web de l’événement ; sa propre `url` s’il n’en a pas.',
  'event.record.show_map': 'Indique si la page de l’événement montre une carte du lieu.',
  'event.record.show_map_link': 'Indique si la page de l’événement comporte un lien vers une carte du lieu.',
  'event.record.hide_from_listings': 'Indique si l’événement est tenu à l’écart de toutes les listes.',
  'event.record.sticky': 'Indique si l’événement vient en premier dans la vue calendrier.',
  'event.record.featured': 'Indique si l’événement est mis en avant sur le site.',
  'event.record.categories': 'Catégories de l’événement, triées par nom.',
  'event.record.tags': 'Étiquettes de l’événement, triées par nom.',
  'event.record.venue':
    'Lieu de l’événement : un objet, un tableau s’il y en a plusieurs, ou un tableau vide s’il n’y en a pas.',
  'event.record.organizer': 'Organisateurs de l’événement, toujours sous forme de tableau.',
  'event.record.custom_fields':
    'Champs supplémentaires par nom, chacun avec `label` et `value` ; un tableau vide s’il n’y en a pas.',

  'event.operation.list': 'Lister les événements',
  'event.operation.create': 'Créer un événement',
  'event.operation.read': 'Lire un événement',
  'event.operation.update': 'Modifier un événement',
  'event.operation.delete': 'Supprimer un événement',
  'event.operation.read_by_slug': 'Lire un événement par slug',
  'event.operation.update_by_slug': 'Modifier un événement par slug',
  'event.operation.delete_by_slug': 'Supprimer un événement par slug',

  'venue.filter.status':
    'Uniquement les enregistrements ayant un de ces statuts, sous forme de tableau ou séparés par des virgules : `publish`, `future`, `draft`, `pending`, `private`, `trash`. Par défaut : tout ce que l’appelant peut lire hors de la corbeille ; les appelants anonymes ne peuvent demander que `publish`.',
  'venue.filter.search':
    'Uniquement les lieux dont un même champ (nom, description, extrait, élément de l’adresse ou téléphone) contient tous les mots donnés, sans tenir compte de la casse ni des accents ; 200 caractères au plus.',
  'venue.filter.event':
    'Uniquement les enregistrements liés à l’événement portant cet identifiant. Un identifiant inconnu est une erreur.',
  'venue.filter.has_events':
    '`true` : uniquement les enregistrements liés à au moins un événement ; `false` : uniquement ceux sans événement.',
  'venue.filter.only_with_upcoming':
    '`true` : uniquement les enregistrements liés à au moins un événement qui commence maintenant ou plus tard ; `false` par défaut.',

  'venue.path.id': 'Identifiant de l’enregistrement : un ou plusieurs chiffres décimaux.',
  'venue.path.slug': 'Slug de l’enregistrement ; la casse est sans importance.',

  'venue.field.author':
    'Identifiant de l’utilisateur enregistré comme auteur ; par défaut : l’appelant. Désigner un autre utilisateur exige le droit de modifier les enregistrements d’autrui.',
  'venue.field.date':
    'Date de publication, lue dans le fuseau horaire du site sauf si elle porte un décalage ; par défaut : maintenant. Si elle est future, un enregistrement à publier est programmé pour ce moment.',
  'venue.field.date_utc': 'Date de publication en UTC ; peut être envoyée à la place de `date`.',
  'venue.field.description':
    'Description complète en HTML ; le balisage dangereux est retiré, et une valeur vide l’efface.',
  'venue.field.excerpt': 'Court résumé en HTML ; le balisage dangereux est retiré, et une valeur vide l’efface.',
  'venue.field.status':
    'Statut de l’enregistrement : `publish`, `future`, `draft`, `pending`, `private` ou `trash`. Par défaut à la création : `publish`, ou `draft` si l’appelant n’a pas le droit de publier.',
  'venue.field.image':
    'Image mise en avant : l’identifiant d’une image téléversée ou une URL http(s) d’où elle est récupérée. Une valeur vide retire l’image.',
  'venue.field.website': 'URL absolue du site web ; une valeur vide l’efface.',
  'venue.field.phone': 'Numéro de téléphone en texte libre ; une valeur vide l’efface.',
  'venue.field.venue': 'Nom du lieu en texte brut ; obligatoire à la création.',
  'venue.field.show_map':
    'Indique si les événements liés à ce lieu montrent une carte : `true` ou `false` ; par défaut à la création : `true`.',
  'venue.field.show_map_link':
    'Indique si les événements liés à ce lieu montrent un lien vers une carte : `true` ou `false` ; par défaut à la création : `true`.',
  'venue.field.address': 'Rue et numéro ; une valeur vide les efface.',
  'venue.field.city': 'Ville ou localité ; une valeur vide l’efface.',
  'venue.field.country': 'Nom du pays ; une valeur vide l’efface.',
  'venue.field.province': 'Province, pour les pays divisés en provinces ; une valeur vide l’efface.',
  'venue.field.state': 'État, pour les pays divisés en États ; une valeur vide l’efface.',
  'venue.field.zip': 'Code postal sous forme de texte ; une valeur vide l’efface.',
  'venue.field.stateprovince':
    'État ou province, selon le pays ; repris de `state` ou de `province` s’il n’est pas envoyé.',
  'venue.field.geo_lat':
    'Latitude en degrés décimaux, de -90 à 90 ; doit être envoyée avec `geo_lng`. Une valeur vide l’efface.',
  'venue.field.geo_lng':
    'Longitude en degrés décimaux, de -180 à 180 ; doit être envoyée avec `geo_lat`. Une valeur vide l’efface.',

  'venue.record.id':
    'Identifiant de l’enregistrement, unique parmi les événements, les lieux, les organisateurs et les images.',
  'venue.record.global_id':
    'Identifiant de l’enregistrement d’un site à l’autre : hôte et chemin du site, suivis de l’identifiant.',
  'venue.record.global_id_lineage':
    'Tous les identifiants globaux que l’enregistrement a portés, en commençant par l’actuel.',
  'venue.record.author': 'Identifiant de l’auteur, sous forme de chaîne de chiffres.',
  'venue.record.status': 'Statut de l’enregistrement : `publish`, `future`, `draft`, `pending`, `private` ou `trash`.',
  'venue.record.date': 'Date de publication dans le fuseau horaire du site, au format `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.date_utc':
    'Date de publication en UTC, au format `YYYY-MM-DD HH:MM:SS` ; uniquement des zéros tant qu’un enregistrement non publié n’a pas de date.',
  'venue.record.modified':
    'Moment de la dernière modification dans le fuseau horaire du site, au format `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.modified_utc': 'Moment de la dernière modification en UTC, au format `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.url': 'Adresse de la page publique de l’enregistrement.',
  'venue.record.slug': 'Dernière partie de l’adresse publique de l’enregistrement.',
  'venue.record.json_ld':
    'L’enregistrement sous forme de données structurées schema.org en JSON-LD ; présent uniquement à la lecture d’un seul enregistrement.',
  'venue.record.description': 'Description complète en HTML ; absente si elle est vide.',
  'venue.record.excerpt': 'Court résumé en HTML ; absent s’il est vide.',
  'venue.record.image': 'Image mise en avant ; absente s’il n’y en a pas.',
  'venue.record.phone': 'Numéro de téléphone ; absent s’il est vide.',
  'venue.record.website': 'Adresse du site web ; absente si elle est vide.',
  'venue.record.venue': 'Nom du lieu ; `&`, `<` et `>` sont écrits sous forme d’entités HTML.',
  'venue.record.address': 'Rue et numéro ; absents s’ils sont vides.',
  'venue.record.city': 'Ville ou localité ; absente si elle est vide.',
  'venue.record.country': 'Nom du pays ; absent s’il est vide.',
  'venue.record.province': 'Province ; absente si elle est vide.',
  'venue.record.state': 'État ; absent s’il est vide.',
  'venue.record.zip': 'Code postal ; absent s’il est vide.',
  'venue.record.stateprovince': 'État ou province, selon le pays ; absent s’il est vide.',
  'venue.record.geo_lat': 'Latitude en degrés décimaux ; absente si le lieu n’a pas de coordonnées.',
  'venue.record.geo_lng': 'Longitude en degrés décimaux ; absente si le lieu n’a pas de coordonnées.',
  'venue.record.show_map': 'Indique si les événements liés à ce lieu montrent une carte.',
  'venue.record.show_map_link': 'Indique si les événements liés à ce lieu montrent un lien vers une carte.',

  'venue.operation.list': 'Lister les lieux',
  'venue.operation.create': 'Créer un lieu',
  'venue.operation.read': 'Lire un lieu',
  'venue.operation.update': 'Modifier un lieu',
  'venue.operation.delete': 'Supprimer un lieu',
  'venue.operation.read_by_slug': 'Lire un lieu par slug',
  'venue.operation.update_by_slug': 'Modifier un lieu par slug',
  'venue.operation.delete_by_slug': 'Supprimer un lieu par slug',

  'organizer.filter.status':
    'Uniquement les enregistrements ayant un de ces statuts, sous forme de tableau ou séparés par des virgules : `publish`, `future`, `draft`, `pending`, `private`, `trash`. Par défaut : tout ce que l’appelant peut lire hors de la corbeille ; les appelants anonymes ne peuvent demander que `publish`.',
  'organizer.filter.search':
    'Uniquement les organisateurs dont un même champ (nom, description, extrait, téléphone, site web ou e-mail) contient tous les mots donnés, sans tenir compte de la casse ni des accents ; 200 caractères au plus.',
  'organizer.filter.event':
    'Uniquement les enregistrements liés à l’événement portant cet identifiant. Un identifiant inconnu est une erreur.',
  'organizer.filter.has_events':
    '`true` : uniquement les enregistrements liés à au moins un événement ; `false` : uniquement ceux sans événement.',
  'organizer.filter.only_with_upcoming':
    '`true` : uniquement les enregistrements liés à au moins un événement qui commence maintenant ou plus tard ; `false` par défaut.',

  'organizer.path.id': 'Identifiant de l’enregistrement : un ou plusieurs chiffres décimaux.',
  'organizer.path.slug': 'Slug de l’enregistrement ; la casse est sans importance.',

  'organizer.field.author':
    'Identifiant de l’utilisateur enregistré comme auteur ; par défaut : l’appelant. Désigner un autre utilisateur exige le droit de modifier les enregistrements d’autrui.',
  'organizer.field.date':
    'Date de publication, lue dans le fuseau horaire du site sauf si elle porte un décalage ; par défaut : maintenant. Si elle est future, un enregistrement à publier est programmé pour ce moment.',
  'organizer.field.date_utc': 'Date de publication en UTC ; peut être envoyée à la place de `date`.',
  'organizer.field.description':
    'Description complète en HTML ; le balisage dangereux est retiré, et une valeur vide l’efface.',
  'organizer.field.excerpt': 'Court résumé en HTML ; le balisage dangereux est retiré, et une valeur vide l’efface.',
  'organizer.field.status':
    'Statut de l’enregistrement : `publish`, `future`, `draft`, `pending`, `private` ou `trash`. Par défaut à la création : `publish`, ou `draft` si l’appelant n’a pas le droit de publier.',
  'organizer.field.image':
    'Image mise en avant : l’identifiant d’une image téléversée ou une URL http(s) d’où elle est récupérée. Une valeur vide retire l’image.',
  'organizer.field.website': 'URL absolue du site web ; une valeur vide l’efface.',
  'organizer.field.phone': 'Numéro de téléphone en texte libre ; une valeur vide l’efface.',
  'organizer.field.organizer': 'Nom de l’organisateur en texte brut ; obligatoire à la création.',
  'organizer.field.email': 'Adresse e-mail de l’organisateur ; une valeur vide l’efface.',

  'organizer.record.id':
    'Identifiant de l’enregistrement, unique parmi les événements, les lieux, les organisateurs et les images.',
  'organizer.record.global_id':
    'Identifiant de l’enregistrement d’un site à l’autre : hôte et chemin du site, suivis de l’identifiant.',
  'organizer.record.global_id_lineage':
    'Tous les identifiants globaux que l’enregistrement a portés, en commençant par l’actuel.',
  'organizer.record.author': 'Identifiant de l’auteur, sous forme de chaîne de chiffres.',
  'organizer.record.status':
    'Statut de l’enregistrement : `publish`, `future`, `draft`, `pending`, `private` ou `trash`.',
  'organizer.record.date': 'Date de publication dans le fuseau horaire du site, au format `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.date_utc':
    'Date de publication en UTC, au format `YYYY-MM-DD HH:MM:SS` ; uniquement des zéros tant qu’un enregistrement non publié n’a pas de date.',
  'organizer.record.modified':
    'Moment de la dernière modification dans le fuseau horaire du site, au format `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.modified_utc': 'Moment de la dernière modification en UTC, au format `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.url': 'Adresse de la page publique de l’enregistrement.',
  'organizer.record.slug': 'Dernière partie de l’adresse publique de l’enregistrement.',
  'organizer.record.json_ld':
    'L’enregistrement sous forme de données structurées schema.org en JSON-LD ; présent uniquement à la lecture d’un seul enregistrement.',
  'organizer.record.description': 'Description complète en HTML ; absente si elle est vide.',
  'organizer.record.excerpt': 'Court résumé en HTML ; absent s’il est vide.',
  'organizer.record.image': 'Image mise en avant ; absente s’il n’y en a pas.',
  'organizer.record.phone': 'Numéro de téléphone ; absent s’il est vide.',
  'organizer.record.website': 'Adresse du site web ; absente si elle est vide.',
  'organizer.record.organizer': 'Nom de l’organisateur ; `&`, `<` et `>` sont écrits sous forme d’entités HTML.',
  'organizer.record.email': 'Adresse e-mail de l’organisateur ; absente si elle est vide.',

  'organizer.operation.list': 'Lister les organisateurs',
  'organizer.operation.create': 'Créer un organisateur',
  'organizer.operation.read': 'Lire un organisateur',
  'organizer.operation.update': 'Modifier un organisateur',
  'organizer.operation.delete': 'Supprimer un organisateur',
  'organizer.operation.read_by_slug': 'Lire un organisateur par slug',
  'organizer.operation.update_by_slug': 'Modifier un organisateur par slug',
  'organizer.operation.delete_by_slug': 'Supprimer un organisateur par slug',

  'category.filter.search':
    'Uniquement les termes dont le nom ou le slug contient ce texte, sans tenir compte de la casse ; 200 caractères au plus.',
  'category.filter.exclude':
    'Exclut les termes portant ces identifiants, sous forme de tableau ou séparés par des virgules.',
  'category.filter.include':
    'Uniquement les termes portant ces identifiants, sous forme de tableau ou séparés par des virgules.',
  'category.filter.order': 'Sens du tri : `asc` (croissant, par défaut) ou `desc` (décroissant).',
  'category.filter.orderby':
    'Attribut du terme selon lequel la liste est triée, par exemple `name`, `id`, `slug` ou `count` ; `name` par défaut.',
  'category.filter.hide_empty':
    '`true` : écarte les termes qu’aucun événement publié ne porte ; `false` : les renvoie aussi. `true` par défaut.',
  'category.filter.parent': 'Uniquement les enfants directs de la catégorie portant cet identifiant.',
  'category.filter.post':
    'Uniquement les termes attribués à l’événement portant cet identifiant. Ancien nom de `event`, qui l’emporte quand les deux sont envoyés.',
  'category.filter.event':
    'Uniquement les termes attribués à l’événement portant cet identifiant ; même filtre que `post`.',
  'category.filter.slug': 'Uniquement le terme ayant exactement ce slug.',

  'category.path.id': 'Identifiant de l’enregistrement : un ou plusieurs chiffres décimaux.',

  'category.field.name': 'Nom du terme en texte brut ; obligatoire à la création.',
  'category.field.description': 'Description du terme ; une valeur vide l’efface.',
  'category.field.slug':
    'Dernière partie de l’adresse du terme ; formée à partir du nom si elle n’est pas envoyée à la création ou si elle est envoyée vide.',
  'category.field.parent':
    'Identifiant de la catégorie parente ; `0` ou une valeur vide en fait une catégorie de premier niveau.',

  'category.record.id': 'Identifiant du terme, unique parmi les catégories et les étiquettes.',
  'category.record.count': 'Nombre d’événements publiés qui portent le terme.',
  'category.record.description': 'Description du terme ; peut être vide.',
  'category.record.name': 'Nom du terme ; `&`, `<` et `>` sont écrits sous forme d’entités HTML.',
  'category.record.slug': 'Dernière partie de l’adresse publique du terme.',
  'category.record.taxonomy':
    'Nature du terme : `tribe_events_cat` pour les catégories, `post_tag` pour les étiquettes.',
  'category.record.parent': 'Identifiant de la catégorie parente ; 0 au premier niveau.',
  'category.record.meta': 'Données supplémentaires du terme ; ici toujours un tableau vide.',
  'category.record.url': 'Adresse de la page publique des événements du terme.',
  'category.record.urls': 'Adresses du terme dans cette interface.',
  'category.record._links':
    'Adresses apparentées par type de relation ; présentes uniquement quand un seul terme est lu, créé ou modifié.',

  'category.operation.list': 'Lister les catégories',
  'category.operation.create': 'Créer une catégorie',
  'category.operation.read': 'Lire une catégorie',
  'category.operation.update': 'Modifier une catégorie',
  'category.operation.delete': 'Supprimer définitivement une catégorie',

  'tag.filter.search':
    'Uniquement les termes dont le nom ou le slug contient ce texte, sans tenir compte de la casse ; 200 caractères au plus.',
  'tag.filter.exclude':
    'Exclut les termes portant ces identifiants, sous forme de tableau ou séparés par des virgules.',
  'tag.filter.include':
    'Uniquement les termes portant ces identifiants, sous forme de tableau ou séparés par des virgules.',
  'tag.filter.order': 'Sens du tri : `asc` (croissant, par défaut) ou `desc` (décroissant).',
  'tag.filter.orderby':
    'Attribut du terme selon lequel la liste est triée, par exemple `name`, `id`, `slug` ou `count` ; `name` par défaut.',
  'tag.filter.hide_empty':
    '`true` : écarte les termes qu’aucun événement publié ne porte ; `false` : les renvoie aussi. `true` par défaut.',
  'tag.filter.post':
    'Uniquement les termes attribués à l’événement portant cet identifiant. Ancien nom de `event`, qui l’emporte quand les deux sont envoyés.',
  'tag.filter.event': 'Uniquement les termes attribués à l’événement portant cet identifiant ; même filtre que `post`.',
  'tag.filter.slug': 'Uniquement le terme ayant exactement ce slug.',

  'tag.path.id': 'Identifiant de l’enregistrement : un ou plusieurs chiffres décimaux.',

  'tag.field.name': 'Nom du terme en texte brut ; obligatoire à la création.',
  'tag.field.description': 'Description du terme ; une valeur vide l’efface.',
  'tag.field.slug':
    'Dernière partie de l’adresse du terme ; formée à partir du nom si elle n’est pas envoyée à la création ou si elle est envoyée vide.',

  'tag.record.id': 'Identifiant du terme, unique parmi les catégories et les étiquettes.',
  'tag.record.count': 'Nombre d’événements publiés qui portent le terme.',
  'tag.record.description': 'Description du terme ; peut être vide.',
  'tag.record.name': 'Nom du terme ; `&`, `<` et `>` sont écrits sous forme d’entités HTML.',
  'tag.record.slug': 'Dernière partie de l’adresse publique du terme.',
  'tag.record.taxonomy': 'Nature du terme : `tribe_events_cat` pour les catégories, `post_tag` pour les étiquettes.',
  'tag.record.meta': 'Données supplémentaires du terme ; ici toujours un tableau vide.',
  'tag.record.url': 'Adresse de la page publique des événements du terme.',
  'tag.record.urls': 'Adresses du terme dans cette interface.',
  'tag.record._links':
    'Adresses apparentées par type de relation ; présentes uniquement quand un seul terme est lu, créé ou modifié.',

  'tag.operation.list': 'Lister les étiquettes',
  'tag.operation.create': 'Créer une étiquette',
  'tag.operation.read': 'Lire une étiquette',
  'tag.operation.update': 'Modifier une étiquette',
  'tag.operation.delete': 'Supprimer définitivement une étiquette',

  'attachment.filter.search':
    'Uniquement les images dont le titre, la légende ou le texte alternatif contient chaque mot donné, sans tenir compte de la casse ni des accents ; 200 caractères au plus.',
  'attachment.filter.include':
    'Uniquement les images portant ces identifiants, sous forme de tableau ou séparés par des virgules.',
  'attachment.filter.exclude':
    'Exclut les images portant ces identifiants, sous forme de tableau ou séparés par des virgules.',
  'attachment.filter.author':
    'Uniquement les images ajoutées par les utilisateurs portant ces identifiants, sous forme de tableau ou séparés par des virgules.',
  'attachment.filter.per_page': 'Nombre d’images par page, de 1 à 100 ; 10 par défaut.',
  'attachment.filter.offset': 'Nombre d’images à omettre avant la première ; remplace `page`.',
  'attachment.filter.slug':
    'Uniquement les images portant ces slugs (noms de leurs fichiers sans l’extension), sous forme de tableau ou séparés par des virgules.',
  'attachment.filter.parent':
    'Uniquement les images qui appartiennent à l’enregistrement portant cet identifiant. Ici, les images n’appartiennent à aucun enregistrement : `0` les garde toutes, tout autre identifiant aucune.',
  'attachment.filter.media_type':
    'Uniquement les fichiers de ce genre : `image` les garde tous ; `video`, `text`, `application` et `audio` aucun.',
  'attachment.filter.mime_type': 'Uniquement les images de ce type de média, par exemple `image/png`.',
  'attachment.filter.status': '`inherit` ou `any` ; les deux gardent toutes les images.',
  'attachment.filter.after': 'Uniquement les images ajoutées après cette date.',
  'attachment.filter.before': 'Uniquement les images ajoutées avant cette date.',
  'attachment.filter.order': 'Sens du tri : `asc` (croissant) ou `desc` (décroissant, par défaut).',
  'attachment.filter.orderby':
    'Critère de tri : `date` (par défaut), `relevance` (identique à `date`), `id`, `author`, `modified` ou `include` (l’ordre de cette liste).',

  'attachment.path.id': 'Identifiant de l’image : un ou plusieurs chiffres décimaux.',

  'attachment.field.file':
    'L’image : un fichier JPEG, PNG, GIF, WebP ou AVIF de 10 Mio et de 40 mégapixels au plus, toutes les images d’une animation comprises. Elle est stockée sans ses métadonnées.',
  'attachment.field.title':
    'Titre en texte brut, ou un objet avec `raw` ou `rendered` ; par défaut à la création : le nom du fichier sans son extension. Une valeur vide l’efface.',
  'attachment.field.caption':
    'Légende de l’image en HTML, ou un objet avec `raw` ou `rendered` ; le balisage dangereux est retiré, et une valeur vide l’efface.',
  'attachment.field.alt_text':
    'Texte brut qui remplace l’image là où elle ne peut pas être vue ; une valeur vide l’efface.',
  'attachment.field.description':
    'Description en HTML, ou un objet avec `raw` ou `rendered` ; le balisage dangereux est retiré, et une valeur vide l’efface.',

  'attachment.record.id':
    'Identifiant de l’image, unique parmi les événements, les lieux, les organisateurs et les images.',
  'attachment.record.date':
    'Moment de l’ajout de l’image dans le fuseau horaire du site, au format `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.date_gmt': 'Moment de l’ajout de l’image en UTC, au format `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.guid': 'Adresse de l’image en taille réelle, qui est aussi son identifiant.',
  'attachment.record.modified':
    'Moment de la dernière modification dans le fuseau horaire du site, au format `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.modified_gmt': 'Moment de la dernière modification en UTC, au format `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.slug': 'Nom du fichier stocké, sans son extension.',
  'attachment.record.status': 'Toujours `inherit`.',
  'attachment.record.type': 'Toujours `attachment`.',
  'attachment.record.link': 'Adresse de l’image en taille réelle ; les images n’ont pas de page propre.',
  'attachment.record.title': 'Titre de l’image.',
  'attachment.record.author': 'Identifiant de l’utilisateur qui a ajouté l’image.',
  'attachment.record.caption': 'Légende de l’image ; peut être vide.',
  'attachment.record.description': 'Description de l’image ; peut être vide.',
  'attachment.record.alt_text': 'Texte qui remplace l’image là où elle ne peut pas être vue ; vide s’il n’y en a pas.',
  'attachment.record.media_type': 'Toujours `image`.',
  'attachment.record.mime_type': 'Type de média de l’image, par exemple `image/png`.',
  'attachment.record.media_details':
    'Dimensions de l’image et de ses versions réduites ; s’il y en a, `sizes` contient aussi la taille réelle sous le nom `full`.',
  'attachment.record.source_url': 'Adresse de l’image en taille réelle.',
  'attachment.record._links': 'Adresses de l’image et de la liste des images dans cette interface.',

  'attachment.operation.list': 'Lister les images',
  'attachment.operation.create': 'Téléverser une image',
  'attachment.operation.read': 'Lire les données d’une image',
  'attachment.operation.update': 'Modifier les textes d’une image ; les champs non envoyés sont conservés',
  'attachment.operation.delete':
    'Supprimer définitivement une image et la retirer de tous les enregistrements qui l’affichent',

  'attachment.deleted.deleted': 'Toujours `true`.',
  'attachment.deleted.previous': 'L’image telle qu’elle était avant sa suppression.',

  'attachment.urls.self': 'Adresse de l’image dans cette interface.',
  'attachment.urls.collection': 'Adresse de la liste des images.',

  'rendered.raw': 'Le texte tel qu’il doit être enregistré ; il prime sur `rendered`.',
  'rendered.rendered': 'Le texte en HTML.',

  'delete.force':
    '`true` : supprime définitivement l’enregistrement au lieu de le mettre à la corbeille ; `false` par défaut. Les catégories et les étiquettes sont toujours supprimées définitivement ; les images, qui n’ont pas de corbeille, ne sont supprimées qu’avec `true`.',

  'index.namespace':
    'Espace de noms à décrire ; seul celui de cette interface, qui est aussi la valeur par défaut, est accepté.',
  'index.context':
    'Étendue de la description ; `view` par défaut. Les autres valeurs sont acceptées et ne changent rien.',
  'index.operation': 'Décrire les routes de cet espace de noms',

  'about.list':
    'Renvoie une page des enregistrements retenus par les filtres et que l’appelant peut lire ; l’en-tête `Link` indique les autres pages.',
  'event.about.list':
    'Renvoie les événements qui commencent à partir d’hier et pendant 24 mois, dans l’ordre de leur début, sauf si des filtres de date sont envoyés. `next_rest_url` et l’en-tête `Link` indiquent les autres pages.',
  'about.create':
    'Renvoie l’enregistrement tel qu’il a été stocké et indique son adresse dans `Location`. Une requête répétée avec la même `Idempotency-Key` ne crée rien de plus.',
  'event.about.create':
    'Les lieux, organisateurs, catégories et étiquettes sont désignés par leur identifiant ou créés avec l’événement. Une requête répétée avec la même `Idempotency-Key` ne crée rien de plus.',
  'attachment.about.create':
    'Le corps est le fichier lui-même, avec son type de média et son nom dans `Content-Disposition`, ou un formulaire avec la partie `file`.',
  'about.read':
    'L’`ETag` de la réponse peut être renvoyé dans `If-Match`, afin de ne pas écraser un enregistrement modifié entre-temps.',
  'about.update':
    'POST, PUT et PATCH font la même chose : ils modifient les champs envoyés et conservent tous les autres.',
  'about.delete': 'Met l’enregistrement à la corbeille ; avec `force=true`, il est supprimé définitivement.',
  'category.about.delete':
    'Ses événements restent et perdent la catégorie ; ses sous-catégories remontent à sa catégorie parente.',
  'tag.about.delete': 'Ses événements restent et perdent l’étiquette.',
  'attachment.about.delete': 'Les images n’ont pas de corbeille : `force=true` est nécessaire.',
  'about.index':
    'Indique chaque route avec ses méthodes et ses paramètres ; la langue de l’adresse est celle des descriptions.',
  'about.doc': 'La réponse est un document OpenAPI ; la langue de l’adresse est celle de ses descriptions.',

  'doc.operation': 'Lire cette documentation',
  'doc.title': 'Interface du calendrier d’événements',
  'doc.description':
    'Lit et écrit les événements, les lieux, les organisateurs, les catégories et les étiquettes. Les dates peuvent être envoyées au format `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, ISO 8601, en horodatage Unix ou en expression anglaise comme `next wednesday 4pm` ; une modification ne touche que les champs envoyés.',

  'group.event': 'Événements',
  'group.venue': 'Lieux',
  'group.organizer': 'Organisateurs',
  'group.category': 'Catégories',
  'group.tag': 'Étiquettes',
  'group.attachment': 'Bibliothèque d’images',
  'group.index': 'Description de l’interface',

  'global._fields':
    'Noms des champs à renvoyer, sous forme de tableau ou séparés par des virgules ; les chemins à points comme `image.url` atteignent l’intérieur des objets.',
  'global._envelope':
    'Enveloppe la réponse dans un objet avec `body`, `status` et `headers` ; le statut HTTP est alors toujours 200.',
  'global._method':
    'Pour une requête POST, la méthode à appliquer à la place, comme `PUT` ou `DELETE` ; l’en-tête `X-HTTP-Method-Override` a le même effet.',

  'header.if_match':
    'ETag que l’enregistrement doit encore avoir ; s’il a changé, la réponse est 412 et rien n’est écrit.',
  'header.if_none_match':
    'ETag de la copie que le client possède déjà ; si elle est encore à jour, la réponse est 304, sans corps.',
  'header.idempotency_key':
    'Clé choisie par le client qui permet de répéter une requête POST sans risque : la même clé avec le même corps n’est exécutée qu’une fois et reçoit la même réponse.',
  'header.x_tec_total': 'Nombre d’enregistrements, toutes pages confondues, qui répondent aux filtres.',
  'header.x_tec_totalpages': 'Nombre de pages pour la taille de page en cours.',
  'header.link': 'Adresses d’autres pages de la liste par relation : `next`, `prev`, `first` et `last` (RFC 8288).',
  'header.etag':
    'Identifie la version actuelle de l’enregistrement ou de la réponse, à utiliser dans `If-Match` et `If-None-Match`.',
  'header.location': 'Adresse du nouvel enregistrement dans cette interface.',
  'header.retry_after': 'Nombre de secondes au bout desquelles réessayer.',

  'security.basic':
    'HTTP Basic avec un nom d’utilisateur et un mot de passe d’application, dont les espaces ne comptent pas.',
  'security.bearer': 'Le mot de passe d’application seul, comme jeton porteur.',

  'date_details.year': 'Année sur quatre chiffres.',
  'date_details.month': 'Mois, de `01` à `12`.',
  'date_details.day': 'Jour du mois, de `01` à `31`.',
  'date_details.hour': 'Heure, de `00` à `23`.',
  'date_details.minutes': 'Minutes, de `00` à `59`.',
  'date_details.seconds': 'Secondes, de `00` à `59`.',

  'cost_details.currency_symbol': 'Symbole monétaire du prix ; vide si aucun n’a été donné.',
  'cost_details.currency_code': 'Code de devise selon ISO 4217 ; vide s’il est inconnu.',
  'cost_details.currency_position':
    'Position du symbole monétaire : `prefix` avant le montant, `postfix` après ; vide si aucun symbole n’a été donné.',
  'cost_details.values': 'Les montants un à un, sous forme de chaînes, dans l’ordre croissant.',

  'image.url': 'Adresse de l’image en taille réelle.',
  'image.id': 'Identifiant de l’image.',
  'image.extension': 'Extension du nom de fichier, par exemple `png`.',
  'image.width': 'Largeur de l’image en taille réelle, en pixels.',
  'image.height': 'Hauteur de l’image en taille réelle, en pixels.',
  'image.filesize': 'Taille du fichier de l’image en taille réelle, en octets.',
  'image.sizes': 'Les versions réduites de l’image, par nom de taille.',
  'image.file': 'Chemin du fichier en taille réelle dans la bibliothèque d’images.',

  'image_size.width': 'Largeur de cette version en pixels.',
  'image_size.height': 'Hauteur de cette version en pixels.',
  'image_size.mime_type': 'Type de média de cette version, par exemple `image/png`.',
  'image_size.filesize': 'Taille du fichier de cette version en octets.',
  'image_size.url': 'Adresse de cette version.',
  'image_size.source_url': 'Adresse de cette version.',
  'image_size.file': 'Nom du fichier de cette version.',

  'term.id': 'Identifiant du terme, unique parmi les catégories et les étiquettes.',
  'term.count': 'Nombre d’événements publiés qui portent le terme.',
  'term.description': 'Description du terme ; peut être vide.',
  'term.name': 'Nom du terme ; `&`, `<` et `>` sont écrits sous forme d’entités HTML.',
  'term.slug': 'Dernière partie de l’adresse publique du terme.',
  'term.taxonomy': 'Nature du terme : `tribe_events_cat` pour les catégories, `post_tag` pour les étiquettes.',
  'term.parent': 'Identifiant de la catégorie parente ; 0 au premier niveau.',
  'term.urls': 'Adresses du terme dans cette interface.',
  'term.term_group': 'Numéro du groupe de termes de même sens ; 0 s’il n’y en a pas.',
  'term.term_taxonomy_id': 'Identifiant du terme au sein de sa taxonomie.',
  'term.filter': 'Forme sous laquelle les textes du terme sont donnés ; toujours `raw`.',

  'term_urls.self': 'Adresse de ce terme.',
  'term_urls.collection': 'Adresse de la liste à laquelle ce terme appartient.',
  'term_urls.up': 'Adresse de la catégorie parente ; absente au premier niveau.',

  'link.href': 'Adresse à laquelle mène la relation.',
  'custom_field.label': 'Nom du champ tel que le lisent les personnes.',
  'custom_field.value': 'Contenu du champ.',

  'error.code': 'Code de l’erreur destiné aux programmes ; il ne dépend pas de la langue.',
  'error.message': 'Explication de l’erreur destinée aux personnes.',
  'error.data': 'Précisions sur l’erreur.',
  'error.status': 'Statut HTTP de la réponse.',
  'error.params':
    'Les paramètres en cause : les noms de ceux qui manquent, ou chaque paramètre non valide avec la raison.',
  'error.details': 'Pour les paramètres non valides, s’ils sont connus, un code et un message propres à chacun.',

  'response.200': 'La requête a été exécutée ; le corps contient le résultat.',
  'response.201': 'L’enregistrement a été créé ; le corps le contient et l’en-tête `Location` donne son adresse.',
  'response.304': 'La copie du client est encore à jour ; la réponse n’a pas de corps.',
  'response.400':
    'La requête est mal formée, ou un paramètre manque ou n’est pas valide ; l’erreur nomme chacun de ceux en cause.',
  'response.401': 'Une authentification est requise, ou celle qui a été envoyée n’est pas valide.',
  'response.403': 'L’appelant est connu mais n’a pas ce droit, ou l’enregistrement ne lui est pas accessible.',
  'response.404': 'Cet enregistrement, cette page, cet espace de noms ou cette route n’existe pas.',
  'response.410': 'L’enregistrement est déjà dans la corbeille.',
  'response.412': 'L’enregistrement a changé depuis l’ETag envoyé dans `If-Match` ; rien n’a été écrit.',
  'response.413': 'Le corps de la requête est plus grand que permis.',
  'response.414': 'L’adresse de la requête est plus longue que permis.',
  'response.415': 'Le corps a un type de média qui n’est pas pris en charge.',
  'response.422': 'La requête est bien formée mais ne peut pas être exécutée avec ce contenu.',
  'response.429': 'Trop de requêtes en peu de temps ; l’en-tête `Retry-After` indique quand réessayer.',
  'response.431': 'Les en-têtes de la requête sont plus grands que permis.',
  'response.500': 'Le serveur n’a pas pu exécuter la requête ; la faute n’est pas celle du client.',
  'response.503':
    'Le serveur est momentanément surchargé ou privé de sa base de données ; l’en-tête `Retry-After` indique quand réessayer.',
  'response.507':
    'Le disque du serveur est plein et rien n’a été écrit ; l’en-tête `Retry-After` indique quand réessayer.',
}
